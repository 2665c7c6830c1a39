import { BenchError } from "../kernel/bench-error.ts";

/** A model has no counterpart in another scan. */
export class NothingToPairError extends BenchError {
  readonly code = "IB_NOTHING_TO_PAIR";

  constructor(wanted: string, path: string, known: readonly string[]) {
    super(`${path} has no model to set against ${wanted}.`, {
      hint: `It holds: ${known.join(", ") || "none"}.`,
    });
  }
}
