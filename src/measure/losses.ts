/** What a scan lost, counted in one place: every reader shows these numbers, and what is asked again is what they count. */
import { CUES_SUBJECT, isLost, type PutQuestion } from "../domain/losses.ts";
import type { Transcript } from "../schema/run/transcript.ts";
import type { ScorerResult } from "../schema/scan/scorer-result.ts";
import type { Losses } from "../schema/scan/seal.ts";
import { LostCause, type VerdictRow } from "../schema/scan/verdict.ts";

/** What was said about one transcript, and what was asked for it. */
export interface JudgedTranscript {
  readonly transcript: Pick<Transcript, "header" | "messages">;
  readonly rows: readonly VerdictRow[];
  readonly scorerResults: readonly ScorerResult[];
  readonly questions: readonly PutQuestion[];
}

/**
 * Fed with every transcript of a scan. A verdict is open because of a loss where it is UNCLEAR and one of the questions
 * about it, of either judge, has no answer: whatever the others say, that answer could have been a failure.
 */
export class LossCount {
  readonly #unanswered = new Map<LostCause, Reasons>();
  readonly #conversations = new Reasons();
  #questions = 0;
  #openVerdicts = 0;
  #openAnswers = 0;

  add({ transcript, rows, scorerResults, questions }: JudgedTranscript): void {
    this.#questions += questions.length;
    const lost = new Set<string>();
    for (const { subject, lost: loss } of questions) {
      if (loss === null) continue;
      // A search is named after its check, with a word behind it.
      lost.add(subject.split(" ", 1)[0] ?? subject);
      const reasons = this.#unanswered.get(loss.cause) ?? new Reasons();
      this.#unanswered.set(loss.cause, reasons);
      reasons.add(loss.reason);
    }
    const isOpen = ({ mode_id, verdict, details }: VerdictRow) =>
      verdict === "UNCLEAR" &&
      (lost.has(mode_id) || (details.cause === "cue_search_failed" && lost.has(CUES_SUBJECT)));
    this.#openVerdicts += rows.filter(isOpen).length;
    this.#openAnswers += scorerResults.filter(
      ({ scorer, question_id, answer }) => answer === null && lost.has(`${scorer}.${question_id}`),
    ).length;
    const error = transcript.header.complete ? undefined : transcript.messages.at(-1)?.error;
    if (error !== undefined) this.#conversations.add(error);
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

/** How often something happened, and the reason that was given most often. */
class Reasons {
  readonly #counts = new Map<string, number>();

  add(reason: string): void {
    const example = reason.slice(0, LONGEST_EXAMPLE);
    this.#counts.set(example, (this.#counts.get(example) ?? 0) + 1);
  }

  get summary(): NonNullable<Losses["conversations"]> {
    // The same one whatever the order in which calls came back.
    const [most] = [...this.#counts].toSorted(
      ([a, first], [b, second]) => second - first || (a < b ? -1 : 1),
    );
    const count = [...this.#counts.values()].reduce((sum, times) => sum + times, 0);
    return { count, example: most?.[0] ?? "" };
  }
}

/** Of a scan in which people decided some verdicts: what they decided is open no longer. */
export function lossesAfterPeople(losses: Losses, rows: readonly VerdictRow[]): Losses {
  const decided = rows.filter(
    ({ verdict, details: { people, votes } }) =>
      people?.judge.verdict === "UNCLEAR" &&
      verdict !== "UNCLEAR" &&
      votes.some(({ void_cause }) => void_cause !== undefined && isLost(void_cause)),
  );
  return { ...losses, open_verdicts: Math.max(0, losses.open_verdicts - decided.length) };
}
