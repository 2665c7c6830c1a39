/** Searches acts of the assistant's own in all replies, in one call for all checks; such acts need no cue. */
import { SWEEP_SUBJECT } from "../../domain/losses.ts";
import type { Decision } from "../../domain/votes.ts";
import type { Check } from "../../schema/corpus/check.ts";
import type { CheckId } from "../../schema/ids.ts";
import type { Transcript } from "../../schema/run/transcript.ts";
import { ANSWER_FORMS } from "../../schema/scan/judge-protocol.ts";
import { isCut, isWordless } from "../../text/windows/silence.ts";
import { allReplies, type TranscriptWindow } from "../../text/windows/transcript-windows.ts";
import { holdsItsNonce, nonceFor, sweepPrompt } from "../judge-prompt.ts";
import { type CheckFinding, leftUndecided, type VerifyRequest } from "../verifier.ts";
import { type Act, type ActSearch, type Searched, searchedFor, UNRELIABLE } from "./found-in-replies.ts";
import type { JudgePanel } from "./judge-panel.ts";
import { unclearIfTruncated } from "./judge-windows.ts";
import { type Answered, answerForm } from "./structured-judge.ts";

const FINDINGS = answerForm(ANSWER_FORMS.findings);
const NOTHING_SAID: Searched<Act> = { ok: true, answer: [] };
const NOT_SHOWN: Searched<Act> = { ok: false, voidCause: "nonce_in_text" };

/**
 * Makes one call over all numbered replies for all these checks; named replies are not decided by it. An unreliable
 * answer leaves every one of these checks undecided, called for or not. Without words there are no acts, and no call is
 * made.
 */
export async function sweepReplies(
  input: {
    readonly transcript: Transcript;
    readonly checks: readonly Check[];
    /** Checks of these that the conversation's tags call for. */
    readonly called: ReadonlySet<CheckId>;
    readonly panel: JudgePanel;
  },
  signal: AbortSignal,
): Promise<ReadonlyMap<CheckId, ActSearch>> {
  const { transcript, checks, panel } = input;
  const window = allReplies(transcript.messages);
  if (window === null || checks.length === 0) return new Map();
  const ids = new Set(checks.map(({ id }) => id));
  const turns = new Set(window.messages.map((message) => message.turn));
  const ask = (): Promise<Answered<readonly Act[]>> =>
    panel.ask(
      {
        transcript,
        prompt: sweepPrompt({ checks, transcript, window, judge: panel.config }),
        form: FINDINGS,
        subject: SWEEP_SUBJECT,
        window: 0,
        repetition: 1,
        maxTokens: panel.config.sweep_max_tokens,
        // A check or a turn outside the prompt means that the judge read something else.
        isEchoed: ({ nonce, assistant_turns, findings }) =>
          nonce === nonceFor(transcript) &&
          assistant_turns === window.messages.length &&
          findings.every(({ check_id, turn }) => ids.has(check_id) && turns.has(turn)),
        weigh: ({ findings }) => findings,
      },
      signal,
    );
  const answered = isWordless(window) ? NOTHING_SAID : holdsItsNonce(transcript) ? NOT_SHOWN : await ask();
  return new Map(
    checks.map((check) => {
      const own = ofCheck(answered, check);
      const searched = searchedFor({
        ...{ check, transcript, panel, window },
        answered: own,
        rationaleOf: ({ reason }) => reason,
      });
      const decision = answered.ok ? unnamed(check, window, input.called.has(check.id)) : UNRELIABLE;
      const named = new Set(searched.found.map(({ item }) => item.turn));
      return [check.id, { window, ...decision, ...searched, turns: named }];
    }),
  );
}

function ofCheck(answered: Searched<Act>, { id }: Check): Searched<Act> {
  if (!answered.ok) return answered;
  return { ...answered, answer: answered.answer.filter(({ check_id }) => check_id === id) };
}

/**
 * Returns the decision for a check if the search names no more replies. A check of single replies that the conversation
 * calls for passes, because all replies were searched. Otherwise the search gives no PASS, since no tag asked for one.
 */
function unnamed(check: Check, window: TranscriptWindow, isCalledFor: boolean): Decision {
  if (!isCalledFor || check.routing.unit_of_analysis !== "turn_level")
    return { verdict: "NOT_APPLICABLE", confidence: 1, adjudicationRequired: false };
  return unclearIfTruncated({ verdict: "PASS", confidence: 1, adjudicationRequired: false }, window, check);
}

/** If the reply search failed, any verdict but FAIL becomes UNCLEAR. */
export function requireSweep(finding: CheckFinding, sweep: ActSearch | undefined): CheckFinding {
  if (sweep?.cause !== UNRELIABLE.cause || finding.cause === "nonce_in_text") return finding;
  return leftUndecided(finding, UNRELIABLE.cause);
}

/**
 * Returns the finding of a check that no tag calls for: a failure or a doubt counts, but their absence is not a pass.
 * Without an author's tags a gate rests on the search, so a truncated reply is a doubt there.
 */
export function actFinding(
  finding: CheckFinding,
  { isGate, scenario, transcript }: Pick<VerifyRequest, "isGate" | "scenario" | "transcript">,
): CheckFinding {
  if (finding.verdict === "FAIL" || finding.verdict === "UNCLEAR") return finding;
  if (isGate && scenario === null && transcript.messages.some(isCut))
    return { ...finding, verdict: "UNCLEAR", confidence: 0, cause: "truncated" };
  return { ...finding, verdict: "NOT_APPLICABLE", confidence: 1, evidence: [], cause: "no_act" };
}
