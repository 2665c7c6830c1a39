import { BenchError } from "../kernel/bench-error.ts";

const NAMING = "Name each person once, in lower-case letters, digits, dashes and underscores.";

/** A name cannot be an annotator's, or whoever has it must not do this. */
export class BadAnnotatorError extends BenchError {
  readonly code = "IB_BAD_ANNOTATOR";

  constructor(name: string, problem: string, hint = NAMING) {
    super(`"${name}" ${problem}.`, { hint });
  }
}
