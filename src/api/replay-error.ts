import { BenchError } from "../kernel/bench-error.ts";

/** A replay names a model that the recorded run does not have, or none where it has several. */
export class ReplayError extends BenchError {
  readonly code = "IB_NO_REPLAY";

  constructor(run: string, wanted: string, models: readonly string[]) {
    super(wanted === "" ? `The run ${run} has several models.` : `The run ${run} has no model ${wanted}.`, {
      hint: `Name one of them: ${models.map((model) => `replay/${run}/${model}`).join(", ")}.`,
    });
  }
}
