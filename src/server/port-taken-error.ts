import { BenchError } from "../kernel/bench-error.ts";
import { ExitCode } from "../kernel/exit-code.ts";

/** Another program listens on the port that was asked for. */
export class PortTakenError extends BenchError {
  readonly code = "IB_PORT_TAKEN";
  override readonly exitCode = ExitCode.couldNotBeDone;

  constructor(port: number, options: ErrorOptions = {}) {
    super(`Port ${port} is taken by another program.`, {
      ...options,
      hint: "Name another with `--port`, or leave it out to take a free one.",
    });
  }
}
