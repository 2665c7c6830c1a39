import { BenchError } from "../kernel/bench-error.ts";

/** A new run was given the name of one that is already there. */
export class RunExistsError extends BenchError {
  readonly code = "IB_RUN_EXISTS";

  constructor(directory: string, runId: string) {
    super(`A run named "${runId}" exists already (${directory}).`, {
      hint: `Continue it with \`--resume ${runId}\`, or choose another name with \`--run-id\`.`,
    });
  }
}
