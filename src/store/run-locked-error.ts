import { BenchError } from "../kernel/bench-error.ts";
import { ExitCode } from "../kernel/exit-code.ts";

/** Another process is writing into the run directory. */
export class RunLockedError extends BenchError {
  readonly code = "IB_RUN_LOCKED";
  override readonly exitCode = ExitCode.couldNotBeDone;

  constructor(path: string, holder: string, hint: string) {
    super(`The run is in use by ${holder} (${path}).`, { hint });
  }
}
