/** Counts a scan's lost calls in one place: every report shows these numbers, and a retry repeats what they count. */

import { CUES_SUBJECT, isLost, type PutQuestion, SWEEP_SUBJECT } from "../domain/losses.ts";
import { compareText } from "../kernel/order.ts";
import type { Transcript } from "../schema/run/transcript.ts";
import type { DutyOutcome, ScorerResult } from "../schema/scan/scorer-result.ts";
import type { Losses } from "../schema/scan/seal.ts";
import { LostCause, type VerdictRow } from "../schema/scan/verdict.ts";

/** Results of one transcript, and the questions that were asked for it. */
export interface JudgedTranscript {
  readonly transcript: Pick<Transcript, "header" | "messages">;
  readonly rows: readonly VerdictRow[];
  readonly scorerResults: readonly ScorerResult[];
  readonly questions: readonly PutQuestion[];
}

/** Losses of one transcript, for the scan's total. */
export interface TranscriptLosses {
  readonly questions: number;
  /** Questions without an answer, each with its error text. */
  readonly unanswered: readonly NonNullable<PutQuestion["lost"]>[];
  readonly openVerdicts: number;
  readonly openAnswers: number;
  /** Reason why the conversation broke off. */
  readonly brokeOff: string | undefined;
}

/**
 * A verdict is undecided because of a loss if it is UNCLEAR and a question about it, of either judge, has no
 * answer: that answer could have been a failure, whatever the others are.
 */
export function failedCallsIn({
  transcript,
  rows,
  scorerResults,
  questions,
}: JudgedTranscript): TranscriptLosses {
  const unanswered = questions.flatMap(({ lost }) => (lost === null ? [] : [lost]));
  // The subject of a search is its check's id with a suffix.
  const lost = new Set(
    questions.flatMap((question) =>
      question.lost === null ? [] : [question.subject.split(" ", 1)[0] ?? question.subject],
    ),
  );
  const isOpen = ({ mode_id, verdict, details }: VerdictRow) =>
    verdict === "UNCLEAR" &&
    (lost.has(mode_id) ||
      (details.cause === "cue_search_failed" && lost.has(CUES_SUBJECT)) ||
      (details.cause === "sweep_failed" && lost.has(SWEEP_SUBJECT)));
  const isOpenAnswer = ({ scorer, question_id, answer }: ScorerResult) =>
    (answer === null || (scorer === "duty" && answer === ("not_established" satisfies DutyOutcome))) &&
    lost.has(`${scorer}.${question_id}`);
  return {
    questions: questions.length,
    unanswered,
    openVerdicts: rows.filter(isOpen).length,
    openAnswers: scorerResults.filter(isOpenAnswer).length,
    brokeOff: transcript.header.complete ? undefined : transcript.messages.at(-1)?.error,
  };
}

/** Fed with every transcript of a scan. */
export class FailedCalls {
  readonly #unanswered = new Map<LostCause, Reasons>();
  readonly #conversations = new Reasons();
  #questions = 0;
  #openVerdicts = 0;
  #openAnswers = 0;

  add({ questions, unanswered, openVerdicts, openAnswers, brokeOff }: TranscriptLosses): void {
    this.#questions += questions;
    this.#openVerdicts += openVerdicts;
    this.#openAnswers += openAnswers;
    for (const { cause, reason } of unanswered) {
      const reasons = this.#unanswered.get(cause) ?? new Reasons();
      this.#unanswered.set(cause, reasons);
      reasons.add(reason);
    }
    if (brokeOff !== undefined) this.#conversations.add(brokeOff);
  }

  finish(): Losses {
    const kinds = LostCause.options.flatMap((cause) => {
      const reasons = this.#unanswered.get(cause);
      return reasons === undefined ? [] : [[cause, reasons.summary] as const];
    });
    const { summary } = this.#conversations;
    return {
      questions: this.#questions,
      unanswered: Object.fromEntries(kinds),
      open_verdicts: this.#openVerdicts,
      open_answers: this.#openAnswers,
      ...(summary.count === 0 ? {} : { conversations: summary }),
    };
  }
}

const LONGEST_EXAMPLE = 300;

/** Counts an event, and keeps the most frequent reason. */
class Reasons {
  readonly #counts = new Map<string, number>();

  add(reason: string): void {
    const example = reason.slice(0, LONGEST_EXAMPLE);
    this.#counts.set(example, (this.#counts.get(example) ?? 0) + 1);
  }

  get summary(): NonNullable<Losses["conversations"]> {
    // Independent of the order in which calls returned.
    const [most] = [...this.#counts].toSorted(
      ([a, first], [b, second]) => second - first || compareText(a, b),
    );
    const count = [...this.#counts.values()].reduce((sum, times) => sum + times, 0);
    return { count, example: most?.[0] ?? "" };
  }
}

/** Losses of a scan in which people decided some verdicts: those are no longer undecided. */
export function lossesAfterPeople(losses: Losses, rows: readonly VerdictRow[]): Losses {
  const decided = rows.filter(
    ({ verdict, details: { people, votes } }) =>
      people?.judge.verdict === "UNCLEAR" &&
      verdict !== "UNCLEAR" &&
      votes.some(({ void_cause }) => void_cause !== undefined && isLost(void_cause)),
  );
  return { ...losses, open_verdicts: Math.max(0, losses.open_verdicts - decided.length) };
}
