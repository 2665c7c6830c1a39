import { SweepAnswer } from "../schema/judge-answer.ts";
import { SCORER_RESULT_VERSION, type ScorerResult } from "../schema/scorer-result.ts";
import type { EvidenceSpan } from "../schema/verdict.ts";
import { locateQuote } from "../text/quote-ladder.ts";
import type { TranscriptWindow } from "../text/transcript-windows.ts";
import { caseLines } from "./case-lines.ts";
import type { Decision } from "./decide-votes.ts";
import type { JudgePanel } from "./judge-panel.ts";
import { nonceFor, sweepPrompt } from "./judge-prompt.ts";
import { unlessTruncated } from "./judge-windows.ts";
import { type Answered, answerForm } from "./structured-judge.ts";
import type { VerifyRequest } from "./verifier.ts";

/** What a search through all replies came to. It decides about what it did not name; the rest is voted on. */
export interface Sweep extends Decision {
  readonly window: TranscriptWindow;
  readonly turns: readonly number[];
  readonly result: ScorerResult;
}

const FINDINGS = answerForm("findings", SweepAnswer);

/** One call over all replies, numbered. An answer that cannot be relied on leaves the check UNCLEAR, never PASS. */
export async function sweepReplies(
  input: { readonly request: VerifyRequest; readonly panel: JudgePanel; readonly window: TranscriptWindow },
  signal: AbortSignal,
): Promise<Sweep> {
  const { request, panel, window } = input;
  const { check, transcript } = request;
  const data = caseLines(check, request.scenario, request.rules);
  const answered = await panel.ask(
    {
      transcript,
      prompt: sweepPrompt({ check, transcript, window, judge: panel.config, data }),
      form: FINDINGS,
      subject: `${check.id} sweep`,
      window: 0,
      repetition: 1,
    },
    signal,
  );
  const cause = faultIn(answered, check.id, nonceFor(transcript), window);
  const findings = answered.ok && cause === null ? answered.answer.findings : [];
  const decision: Decision =
    cause === null
      ? { verdict: "PASS", confidence: 1, adjudicationRequired: false }
      : { verdict: "UNCLEAR", confidence: 0, adjudicationRequired: false, cause: "sweep_failed" };
  const answer = cause === null ? findings.length : null;
  return {
    window,
    ...unlessTruncated(decision, window),
    turns: findings.map((finding) => finding.turn),
    result: {
      schema_version: SCORER_RESULT_VERSION,
      transcript_id: transcript.header.transcript_id,
      scorer: "sweep",
      question_id: check.id,
      window: { first_turn: window.first_turn, last_turn: window.last_turn },
      answer,
      evidence: findings.map((finding) => evidenceOf(finding, window)),
      details: { votes: [answer], ...(cause === null ? {} : { cause }) },
    },
  };
}

/** Why an answer does not count, or null. A turn that was not shown means that something else was read. */
function faultIn(
  answered: Answered<SweepAnswer>,
  checkId: string,
  nonce: string,
  window: TranscriptWindow,
): string | null {
  if (!answered.ok) return answered.voidCause;
  const { answer } = answered;
  const turns = new Set(window.messages.map((message) => message.turn));
  const isEchoed =
    answer.check_id === checkId &&
    answer.nonce === nonce &&
    answer.assistant_turns === window.messages.length;
  return isEchoed && answer.findings.every(({ turn }) => turns.has(turn)) ? null : "wrong_echo";
}

function evidenceOf(finding: SweepAnswer["findings"][number], window: TranscriptWindow): EvidenceSpan {
  const { quote, turn, reason } = finding;
  const { tier, start, end } = locateQuote({ quote, turn, messages: window.messages });
  const verification = {
    tier,
    ...(start === undefined ? {} : { start }),
    ...(end === undefined ? {} : { end }),
  };
  return { role: "assistant", turn, quote, rationale: reason, verification };
}
