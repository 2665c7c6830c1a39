import { BenchError } from "../kernel/bench-error.ts";
import { ExitCode } from "../kernel/exit-code.ts";

/** A server cannot have the address it was to listen on. */
export class CannotListenError extends BenchError {
  readonly code = "IB_CANNOT_LISTEN";
  override readonly exitCode = ExitCode.couldNotBeDone;

  constructor(host: string, port: number, options: ErrorOptions = {}) {
    super(`Cannot listen on ${host}, port ${port}.`, {
      ...options,
      hint: "--host names an address of this machine, and ports below 1024 are often not permitted.",
    });
  }
}
