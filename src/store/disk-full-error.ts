import { BenchError } from "../kernel/bench-error.ts";
import { ExitCode } from "../kernel/exit-code.ts";

/** There was no space left for a file; what the journal already holds is kept. */
export class DiskFullError extends BenchError {
  readonly code = "IB_DISK_FULL";
  override readonly exitCode = ExitCode.couldNotBeDone;

  constructor(path: string, options: ErrorOptions = {}) {
    super(`There is no space left to write ${path}.`, {
      ...options,
      hint: "Free some space, then continue with `--resume`.",
    });
  }
}
