import { BenchError } from "../kernel/bench-error.ts";

/** A line of an annotator's labels is damaged, or about an item that the batch does not have; the message has its place. */
export class BadReviewLabelError extends BenchError {
  readonly code = "IB_BAD_REVIEW_LABEL";

  constructor(message: string, line: number, options: ErrorOptions = {}) {
    super(message, {
      ...options,
      hint: `Every save is a line, and the last one of an item counts. Keep a copy of the file elsewhere, remove line ${line}, and go on: only that save is lost.`,
    });
  }
}
