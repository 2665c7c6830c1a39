import type { TranscriptWindow } from "../../text/transcript-windows.ts";

/** One narrow question that is answered by a level. */
export interface ScaleQuestion {
  readonly scorer: "regard" | "rubric";
  /** Unique among the scorer's questions about a transcript. */
  readonly questionId: string;
  readonly window: TranscriptWindow;
  /** The question and its levels, as the judge reads them. */
  readonly lines: readonly string[];
  readonly levels: readonly number[];
  /** A level that has to be proved by the assistant's own words. */
  readonly provenLevel: number | null;
  /** What a level means in the row: a number, or yes and no. */
  readonly answerAs: "level" | "yes_or_no";
}
