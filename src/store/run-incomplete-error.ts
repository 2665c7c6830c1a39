import { BenchError } from "../kernel/bench-error.ts";
import { ExitCode } from "../kernel/exit-code.ts";

/** A run was stopped before all of its conversations were had. */
export class RunIncompleteError extends BenchError {
  readonly code = "IB_RUN_INCOMPLETE";
  override readonly exitCode = ExitCode.incomplete;

  constructor(runId: string, options: ErrorOptions) {
    super(`The run ${runId} stopped before all of its conversations were had.`, {
      ...options,
      hint: `Continue it with \`--resume ${runId}\`.`,
    });
  }
}
