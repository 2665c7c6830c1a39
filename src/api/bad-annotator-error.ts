import { BenchError } from "../kernel/bench-error.ts";

/** An annotator's name cannot be one. */
export class BadAnnotatorError extends BenchError {
  readonly code = "IB_BAD_ANNOTATOR";

  constructor(name: string, problem: string) {
    super(`"${name}" cannot be an annotator: ${problem}.`, {
      hint: "Name each person once, in lower-case letters, digits, dashes and underscores.",
    });
  }
}
