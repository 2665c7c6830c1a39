import { type Claim, ClaimList } from "../../schema/claim-list.ts";
import { SCORER_RESULT_VERSION } from "../../schema/scorer-result.ts";
import type { EvidenceSpan, VoidCause } from "../../schema/verdict.ts";
import { locateQuote } from "../../text/quote-ladder.ts";
import type { TranscriptWindow } from "../../text/transcript-windows.ts";
import { caseLines } from "../case-lines.ts";
import type { Decision } from "../decide-votes.ts";
import type { JudgePanel } from "../judge-panel.ts";
import { layOut, nonceFor } from "../judge-prompt.ts";
import { unlessTruncated } from "../judge-windows.ts";
import { type Answered, answerForm } from "../structured-judge.ts";
import type { Sweep } from "../sweep-replies.ts";
import type { VerifyRequest } from "../verifier.ts";

/** What the search for claims came to. It decides about replies without any; the rest is voted on. */
export interface ClaimSearch extends Sweep {
  readonly claims: readonly Claim[];
}

const CLAIMS = answerForm("claims", ClaimList);

/**
 * One call over all replies, numbered. A claim counts if its quote stands in the reply it names. An answer that cannot
 * be relied on leaves the check UNCLEAR, never PASS.
 */
export async function extractClaims(
  input: { readonly request: VerifyRequest; readonly panel: JudgePanel; readonly window: TranscriptWindow },
  signal: AbortSignal,
): Promise<ClaimSearch> {
  const { request, panel, window } = input;
  const { check, transcript } = request;
  const judge = panel.config;
  const answered = await panel.ask(
    {
      transcript,
      prompt: layOut({ transcript, window, judge }, "claims", [
        `check_id: ${check.id}`,
        ...caseLines(check, request.scenario, request.rules),
        "",
        `The question that comes later: ${check.summary}`,
        check.fail_rule,
        "",
        judge.find_claims,
      ]),
      form: CLAIMS,
      subject: `${check.id} claims`,
      window: 0,
      repetition: 1,
    },
    signal,
  );
  const cause = faultIn(answered, check.id, nonceFor(transcript), window);
  const listed = answered.ok && cause === null ? answered.answer.claims : [];
  const evidence = listed.map((claim) => evidenceOf(claim, window));
  const claims = listed.filter((_, index) => evidence[index]?.verification.tier !== "none");
  const nothingStated: Decision = {
    verdict: "NOT_APPLICABLE",
    confidence: 1,
    adjudicationRequired: false,
    cause: "no_cue",
  };
  const decision: Decision =
    cause === null
      ? nothingStated
      : { verdict: "UNCLEAR", confidence: 0, adjudicationRequired: false, cause: "sweep_failed" };
  const answer = cause === null ? listed.length : null;
  return {
    window,
    ...unlessTruncated(decision, window),
    claims,
    turns: claims.map(({ turn }) => turn),
    result: {
      schema_version: SCORER_RESULT_VERSION,
      transcript_id: transcript.header.transcript_id,
      scorer: "sweep",
      question_id: check.id,
      window: { first_turn: window.first_turn, last_turn: window.last_turn },
      answer,
      evidence,
      details: { votes: [answer], ...(cause === null ? {} : { cause }) },
    },
  };
}

/** Why an answer does not count, or null. A turn that was not shown means that something else was read. */
function faultIn(
  answered: Answered<ClaimList>,
  checkId: string,
  nonce: string,
  window: TranscriptWindow,
): VoidCause | null {
  if (!answered.ok) return answered.voidCause;
  const { answer } = answered;
  const turns = new Set(window.messages.map((message) => message.turn));
  const isEchoed =
    answer.check_id === checkId &&
    answer.nonce === nonce &&
    answer.assistant_turns === window.messages.length;
  return isEchoed && answer.claims.every(({ turn }) => turns.has(turn)) ? null : "wrong_echo";
}

function evidenceOf(claim: Claim, window: TranscriptWindow): EvidenceSpan {
  const { quote, turn, subject, kind, hedged } = claim;
  const { tier, start, end } = locateQuote({ quote, turn, messages: window.messages });
  const verification = {
    tier,
    ...(start === undefined ? {} : { start }),
    ...(end === undefined ? {} : { end }),
  };
  const rationale = `${kind}${subject === "" ? "" : `, ${subject}`}${hedged ? ", hedged" : ""}`;
  return { role: "assistant", turn, quote, rationale, verification };
}
