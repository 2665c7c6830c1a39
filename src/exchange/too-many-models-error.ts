import { BenchError } from "../kernel/bench-error.ts";

/** A log of Inspect is of one model, and the run has several. */
export class TooManyModelsError extends BenchError {
  readonly code = "IB_TOO_MANY_MODELS";

  constructor(models: readonly string[]) {
    super(`A log of Inspect holds one model, and this run has ${models.length}.`, {
      hint: `Name one with \`--model\`: ${models.join(", ")}.`,
    });
  }
}
