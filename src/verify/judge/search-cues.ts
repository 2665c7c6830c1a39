/**
 * Searches cues with a judge in a conversation without an author's cues. A lost search leaves every check except
 * failures undecided.
 */
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
 * Makes one call for the cues of several checks in a conversation without an author's cues. Returns `null` if the
 * answer is unreliable: there may be more cues.
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

/** Describes a check's situation: the meaning of its tags, or its subject if every scenario is eligible. */
function situationOf(check: Check, tags: TagList) {
  const wanted = new Set(check.eligibility.scenario_tags_any);
  const meanings = tags.tags.filter(({ tag }) => wanted.has(tag)).map(({ meaning }) => meaning);
  return { check_id: check.id, there_if_any: meanings.length === 0 ? [check.summary] : meanings };
}

/** Result of the search for cues: no judge, an unusable answer, or the cues. */
export type CueSearch = { readonly kind: "none" } | { readonly kind: "failed" } | CuesFound;
interface CuesFound {
  readonly kind: "found";
  readonly cues: FoundCues;
}

/** Search state of one check: whether the search included its cues, and whether a judge was available. */
interface Sought {
  readonly search: CueSearch;
  readonly isSought: boolean;
  readonly isWithoutJudge: boolean;
}

/**
 * Applies the search for cues to a finding. With an author's cues it changes nothing. Without them a gate may not rest
 * on a word list alone, and a lost search makes any verdict but FAIL UNCLEAR.
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

/** Returns the finding of a check that neither tags nor cues call for and whose acts were not searched. */
export function uncalledFinding(
  isAtStake: boolean,
  { search, isSought, isWithoutJudge }: Sought,
): CheckFinding {
  if (isWithoutJudge && isAtStake) return plainFinding("no_judge", "NOT_APPLICABLE");
  if (isSought && search.kind === "failed") return plainFinding("cue_search_failed", "UNCLEAR");
  return plainFinding(isSought ? "no_cue" : "not_eligible", "NOT_APPLICABLE");
}
