import { isProof, isVerified } from "../../domain/evidence.ts";
import type { Transcript } from "../../schema/run/transcript.ts";
import { ANSWER_FORMS, type ScaleAnswer } from "../../schema/scan/judge-protocol.ts";
import { SCORER_RESULT_VERSION, type ScorerResult } from "../../schema/scan/scorer-result.ts";
import type { EvidenceSpan, VoidCause } from "../../schema/scan/verdict.ts";

import { evidenceSpan } from "../../text/quotes/quote-ladder.ts";
import type { QuoteTests } from "../../text/quotes/quote-weight.ts";
import type { TranscriptWindow } from "../../text/windows/transcript-windows.ts";
import type { JudgePanel } from "../judge/judge-panel.ts";
import { answerForm } from "../judge/structured-judge.ts";
import { holdsItsNonce, layOutPrompt, nonceFor } from "../judge-prompt.ts";

/** One narrow question with a level as its answer. */
export interface ScaleQuestion {
  readonly scorer: "regard" | "rubric" | "duty";
  /** Unique among the scorer's questions about a transcript. */
  readonly questionId: string;
  readonly window: TranscriptWindow;
  /** The question and its levels, in the judge's prompt. */
  readonly lines: readonly string[];
  readonly levels: readonly number[];
  /** Level that needs a quote of the assistant as proof. */
  readonly provenLevel: number | null;
  /** Meaning of a level in the row: a number, or yes and no. */
  readonly answerAs: "level" | "yes_or_no";
}

type ScaleVote =
  | { readonly level: number | null; readonly evidence: readonly EvidenceSpan[] }
  | { readonly voidCause: VoidCause };

const SCALE = answerForm(ANSWER_FORMS.scale);

/** Asks one question K times. A strict majority of the planned votes decides; a void vote stays in the denominator. */
export async function askScale(
  input: {
    readonly question: ScaleQuestion;
    readonly transcript: Transcript;
    readonly panel: JudgePanel;
    readonly repetitions: number;
  },
  signal: AbortSignal,
): Promise<ScorerResult> {
  const { question, transcript, repetitions } = input;
  const isHidden = holdsItsNonce(transcript);
  const votes: ScaleVote[] = [];
  for (let repetition = 1; repetition <= (isHidden ? 0 : repetitions); repetition += 1)
    votes.push(await castVote(input, repetition, signal));

  const levels = votes.map((vote) => ("voidCause" in vote ? undefined : vote.level));
  const winner = levels.find(
    (level) => level !== undefined && levels.filter((other) => other === level).length > repetitions / 2,
  );
  const winning = votes.find((vote) => !("voidCause" in vote) && vote.level === winner);
  const { first_turn, last_turn } = question.window;
  const answerOf = (level: number | null) =>
    question.answerAs === "yes_or_no" && level !== null ? level > 0 : level;
  return {
    schema_version: SCORER_RESULT_VERSION,
    transcript_id: transcript.header.transcript_id,
    scorer: question.scorer,
    question_id: question.questionId,
    window: { first_turn, last_turn },
    answer: winner === undefined ? null : answerOf(winner),
    evidence: winning === undefined || "voidCause" in winning ? [] : [...winning.evidence],
    details: {
      votes: levels.map((level) => (level === undefined ? null : answerOf(level))),
      ...(winner === undefined ? { cause: isHidden ? "nonce_in_text" : causeOf(votes) } : {}),
    },
  };
}

async function castVote(
  input: { readonly question: ScaleQuestion; readonly transcript: Transcript; readonly panel: JudgePanel },
  repetition: number,
  signal: AbortSignal,
): Promise<ScaleVote> {
  const { question, transcript, panel } = input;
  const judge = panel.config;
  const askedId = `${question.scorer}.${question.questionId}`;
  const assistantTurns = question.window.messages.filter((message) => message.role === "assistant").length;
  const answered = await panel.ask(
    {
      transcript,
      prompt: layOutPrompt({ transcript, window: question.window, judge }, "scale", [
        `question_id: ${askedId}`,
        "",
        ...question.lines,
        "",
        judge.scale,
      ]),
      form: SCALE,
      subject: askedId,
      isAside: true,
      window: 0,
      repetition,
      isEchoed: (answer) =>
        answer.question_id === askedId &&
        answer.nonce === nonceFor(transcript) &&
        answer.assistant_turns === assistantTurns &&
        (answer.level === null || question.levels.includes(answer.level)),
      weigh: (answer) => weighScale(answer, question, panel.tests),
      objection: (weighed) =>
        "voidCause" in weighed && weighed.voidCause === "unverified_quote" ? judge.verbatim_reminder : null,
    },
    signal,
  );
  return answered.ok ? answered.answer : { voidCause: answered.voidCause };
}

/** Decides whether an answer counts: its quotes must match. */
function weighScale(answer: ScaleAnswer, question: ScaleQuestion, tests: QuoteTests): ScaleVote {
  const { messages } = question.window;
  const needsProof = question.provenLevel !== null && answer.level === question.provenLevel;
  const evidence = answer.evidence.map((item) =>
    evidenceSpan({
      ...item,
      rationale: answer.rationale,
      messages,
      elseTurn: question.window.last_turn,
      tests,
      ...(needsProof ? { first: "assistant" as const } : {}),
    }),
  );
  const verified = evidence.filter(isVerified);
  const isProven = !needsProof || evidence.some(isProof);
  if (!isProven || (evidence.length > 0 && verified.length === 0)) return { voidCause: "unverified_quote" };
  return { level: answer.level, evidence: verified };
}

function causeOf(votes: readonly ScaleVote[]): string {
  const causes = votes.flatMap((vote) => ("voidCause" in vote ? [vote.voidCause] : []));
  return causes.length > votes.length / 2 ? (causes[0] ?? "void_votes") : "split_vote";
}
