/** In a conversation that no author marked, a judge looks for the cues, and a lost search leaves nothing established. */
import { CUES_SUBJECT } from "../../domain/losses.ts";
import type { Check } from "../../schema/corpus/check.ts";
import type { TagList } from "../../schema/corpus/scenario.ts";
import type { CheckId } from "../../schema/ids.ts";
import type { Transcript } from "../../schema/run/transcript.ts";
import { ANSWER_FORMS } from "../../schema/scan/judge-protocol.ts";
import type { Cue } from "../../text/windows/find-cues.ts";
import { wholeConversation } from "../../text/windows/transcript-windows.ts";
import { cuePrompt, holdsItsNonce, nonceFor } from "../judge-prompt.ts";
import { type CheckFinding, leftUndecided, plainFinding, type VerifyRequest } from "../verifier.ts";
import type { JudgePanel } from "./judge-panel.ts";
import { answerForm } from "./structured-judge.ts";

type FoundCues = ReadonlyMap<CheckId, readonly Cue[]>;

const CUES = answerForm(ANSWER_FORMS.cues);

/**
 * One call that looks for the cues of several checks in a conversation that no author marked. `null` where its answer
 * cannot be relied on: then nobody knows whether there are more.
 */
export async function searchCues(
  input: {
    readonly transcript: Transcript;
    readonly checks: readonly Check[];
    readonly tags: TagList;
    readonly panel: JudgePanel;
  },
  signal: AbortSignal,
): Promise<FoundCues | null> {
  const { transcript, checks, panel } = input;
  const window = wholeConversation(transcript.messages);
  if (window === null || holdsItsNonce(transcript)) return null;
  const situations = checks.map((check) => JSON.stringify(situationOf(check, input.tags)));
  const userTurns = transcript.messages.filter((message) => message.role === "user").map(({ turn }) => turn);
  const asked = new Set(checks.map((check) => check.id));
  const answered = await panel.ask(
    {
      transcript,
      prompt: cuePrompt({ transcript, window, judge: panel.config, situations }),
      form: CUES,
      subject: CUES_SUBJECT,
      window: 0,
      repetition: 1,
      isEchoed: ({ nonce, user_turns, cues }) =>
        nonce === nonceFor(transcript) &&
        user_turns === userTurns.length &&
        cues.every((cue) => asked.has(cue.check_id) && userTurns.includes(cue.turn)),
      weigh: (answer) => answer.cues,
    },
    signal,
  );
  if (!answered.ok) return null;
  const cues = answered.answer;
  return new Map(
    checks.map((check) => {
      const turns = cues.filter((cue) => cue.check_id === check.id).map((cue) => cue.turn);
      const inOrder = [...new Set(turns)].sort((a, b) => a - b);
      return [check.id, inOrder.map((turn): Cue => ({ turn, source: "judge" }))];
    }),
  );
}

/** When a check's situation is there: what its tags mean, or what it is about where every scenario will do. */
function situationOf(check: Check, tags: TagList) {
  const wanted = new Set(check.eligibility.scenario_tags_any);
  const meanings = tags.tags.filter(({ tag }) => wanted.has(tag)).map(({ meaning }) => meaning);
  return { check_id: check.id, there_if_any: meanings.length === 0 ? [check.summary] : meanings };
}

/** How the search for cues went: nobody was there to make it, its answer was of no use, or it found these. */
export type CueSearch = { readonly kind: "none" } | { readonly kind: "failed" } | CuesFound;
interface CuesFound {
  readonly kind: "found";
  readonly cues: FoundCues;
}

/** What is known of one check: whether its cues were among those searched for, and whether anybody could search. */
interface Sought {
  readonly search: CueSearch;
  readonly isSought: boolean;
  readonly isWithoutJudge: boolean;
}

/**
 * A scenario's author marked the cues. In a conversation without one a gate must not rest on a word list alone, and
 * nothing but a failure stands where the search for cues was lost.
 */
export function applyCueSearch(
  finding: CheckFinding,
  request: Pick<VerifyRequest, "scenario" | "isGate">,
  { search, isSought, isWithoutJudge }: Sought,
): CheckFinding {
  if (request.scenario !== null) return finding;
  if (isSought && search.kind === "failed") return leftUndecided(finding, "cue_search_failed");
  const isKnownToBeNone = isSought && search.kind === "found";
  if (finding.cause !== "no_cue" || !request.isGate || isKnownToBeNone) return finding;
  return plainFinding(isWithoutJudge ? "no_judge" : "no_cue", "UNCLEAR");
}

/** What a check comes to that neither tags nor cues call for, and of which no act was looked for. */
export function uncalledFinding(
  isAtStake: boolean,
  { search, isSought, isWithoutJudge }: Sought,
): CheckFinding {
  if (isWithoutJudge && isAtStake) return plainFinding("no_judge", "NOT_APPLICABLE");
  if (isSought && search.kind === "failed") return plainFinding("cue_search_failed", "UNCLEAR");
  return plainFinding(isSought ? "no_cue" : "not_eligible", "NOT_APPLICABLE");
}
