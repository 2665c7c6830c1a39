import { defineErrors } from "../kernel/define-errors.ts";
import { BenchError } from "../kernel/errors.ts";
import { askIfMeant } from "../text/match/nearest-name.ts";
import { type BadRecord, describeImportPlace, type ImportPlace } from "./foreign-conversation.ts";

/** An imported file does not match its format. The message has the place and the fault. */
export class BadImportError extends BenchError {
  readonly code = "IB_BAD_IMPORT";
  readonly place: ImportPlace;
  /** Fault without its place. */
  readonly problem: string;
  /** Advice for this record. */
  readonly advice: string;

  constructor(place: ImportPlace, problem: string, hint: string, options: ErrorOptions = {}) {
    super(`${describeImportPlace(place)}: ${problem}`, {
      ...options,
      hint: `${hint} Nothing was imported.`,
    });
    this.place = place;
    this.problem = problem;
    this.advice = hint;
  }
}

export const exchangeErrors = defineErrors({
  /** A log has more unreadable records than allowed. */
  IB_TOO_MANY_BAD_RECORDS: (first: readonly BadRecord[], bad: number, all: number, maxShare: number) => {
    const shown = first.map(({ place, reason }) => `  ${describeImportPlace(place)}: ${reason}`);
    const more = bad > first.length ? [`  and ${bad - first.length} more`] : [];
    const most = `${(maxShare * 100).toLocaleString("en", { maximumFractionDigits: 3 })}%`;
    return [
      [`${bad} of ${all} records cannot be read, and at most ${most} may:`, ...shown, ...more].join("\n"),
      `${first[0]?.hint ?? ""} Or let more of them be bad with \`maxBadShare\`.`.trim(),
    ];
  },

  /** A log of spans continues a conversation that was closed because too many other spans came in between. */
  IB_LOG_OUT_OF_ORDER: (
    place: ImportPlace,
    conversation: string,
    held: { readonly conversations: number; readonly characters: number },
  ) => {
    const characters = held.characters.toLocaleString("en");
    return [
      `${describeImportPlace(place)}: the conversation "${conversation}" goes on here, after so much else that what was read of it was taken for the whole.`,
      `Sort the log by conversation, or at least by time: at most ${held.conversations.toLocaleString("en")} conversations or ${characters} characters of what was said are held at a time. Nothing was imported.`,
    ];
  },

  /** The corpus does not declare this tag, so no check could ever read it. */
  IB_UNKNOWN_TAG: (tag: string, where: string, similar: readonly string[]) => [
    `${where}: the corpus has no tag "${tag}".`,
    `${askIfMeant(similar)}The corpus's tags.yaml declares every tag and says what it means.`,
  ],

  /** A log of Inspect has one model, but the run has several. */
  IB_TOO_MANY_MODELS: (models: readonly string[]) => [
    `A log of Inspect holds one model, and this run has ${models.length}.`,
    `Name one with \`model\`: ${models.join(", ")}.`,
  ],
});
