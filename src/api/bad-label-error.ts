import { BenchError } from "../kernel/bench-error.ts";

/** A line of a label file is not a label; the message has its place and the fault. */
export class BadLabelError extends BenchError {
  readonly code = "IB_BAD_LABEL";

  constructor(message: string, options: ErrorOptions) {
    super(message, {
      ...options,
      hint: 'A line is { "item", "axis", "label", "annotator" }, with "quote" and "note" where wanted.',
    });
  }
}
