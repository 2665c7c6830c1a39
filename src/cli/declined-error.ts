import { BenchError } from "../kernel/bench-error.ts";
import { ExitCode } from "../kernel/exit-code.ts";

/** The person at the terminal did not want to spend what the plan may cost. */
export class DeclinedError extends BenchError {
  readonly code = "IB_DECLINED";
  override readonly exitCode = ExitCode.incomplete;

  constructor() {
    super("Nothing was asked and nothing was spent; the plan is written.", {
      hint: "--yes goes on without asking.",
    });
  }
}
