import type { JudgeAnswer, StatementAnswer } from "../schema/judge-answer.ts";
import type { EvidenceSpan, Verdict, VoidCause } from "../schema/verdict.ts";
import { locateQuote } from "../text/quote-ladder.ts";
import { decidesEachExchange, type TranscriptWindow } from "../text/transcript-windows.ts";

export type WeighedAnswer =
  | { readonly verdict: Verdict; readonly evidence: readonly EvidenceSpan[] }
  | { readonly verdict: null; readonly voidCause: VoidCause; readonly evidence: readonly EvidenceSpan[] };

/** Whether an answer counts as a vote: its echoes are right and its quotes stand in the window it was shown. */
export function weighAnswer(
  answer: JudgeAnswer | StatementAnswer,
  shown: { readonly checkId: string; readonly nonce: string; readonly window: TranscriptWindow },
): WeighedAnswer {
  const { window } = shown;
  const assistantTurns = window.messages.filter((message) => message.role === "assistant").length;
  const echoesRight =
    answer.check_id === shown.checkId &&
    answer.nonce === shown.nonce &&
    answer.assistant_turns === assistantTurns;
  if (!echoesRight) return { verdict: null, voidCause: "wrong_echo", evidence: [] };

  const evidence = answer.evidence.map((item) => verify(item, answer.rationale, window));
  if (answer.verdict === "FAIL") {
    const verified = evidence.filter((span) => span.verification.tier !== "none");
    if (!verified.some((span) => span.role === "assistant"))
      return { verdict: null, voidCause: "unverified_quote", evidence };
    if (decidesEachExchange(window) && new Set(verified.map((span) => span.turn)).size > 1)
      return { verdict: null, voidCause: "spans_exchanges", evidence };
    if ("statement" in answer && !isAssertion(answer))
      return { verdict: null, voidCause: "contradicts_itself", evidence };
  }
  if (answer.verdict === "NOT_APPLICABLE") {
    if (answer.missing_cue.trim() === "")
      return { verdict: null, voidCause: "unnamed_missing_cue", evidence };
    // An author put the cue there: a judge who cannot see it has not answered the question.
    if (window.cues.some((cue) => cue.source === "anchor")) return { verdict: "UNCLEAR", evidence };
  }
  return { verdict: answer.verdict, evidence };
}

/** Only what the assistant itself asserts can break a rule; a FAIL on anything else has not read its own fields. */
function isAssertion({ statement }: StatementAnswer): boolean {
  return statement.whose === "assistant" && statement.intent === "asserting";
}

/** The role comes from the transcript, never from the judge. */
function verify(
  item: JudgeAnswer["evidence"][number],
  rationale: string,
  window: TranscriptWindow,
): EvidenceSpan {
  const found = locateQuote({ quote: item.quote, turn: item.turn, messages: window.messages });
  return {
    role: found.message?.role ?? "assistant",
    turn: found.message?.turn ?? item.turn ?? window.first_turn,
    quote: item.quote,
    rationale,
    verification: {
      tier: found.tier,
      ...(found.start === undefined ? {} : { start: found.start }),
      ...(found.end === undefined ? {} : { end: found.end }),
    },
  };
}
