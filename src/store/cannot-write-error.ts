import { BenchError } from "../kernel/bench-error.ts";
import { ExitCode } from "../kernel/exit-code.ts";

/** A file or folder of the results cannot be written: it is read-only, or the system refused. */
export class CannotWriteError extends BenchError {
  readonly code = "IB_CANNOT_WRITE";
  override readonly exitCode = ExitCode.couldNotBeDone;

  constructor(path: string, reason: string, options: ErrorOptions = {}) {
    super(`Cannot write ${path}: ${reason}.`, {
      ...options,
      hint: "Make the folder writable or name another with `--out`; continue a started run with `--resume`.",
    });
  }
}
