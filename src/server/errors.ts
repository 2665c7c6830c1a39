import { BenchError, ExitCode } from "../kernel/errors.ts";

/** Another program listens on the port that was asked for. */
export class PortTakenError extends BenchError {
  readonly code = "IB_PORT_TAKEN";
  override readonly exitCode = ExitCode.couldNotBeDone;

  constructor(port: number, options: ErrorOptions = {}) {
    super(`Port ${port} is taken by another program.`, {
      ...options,
      hint: "Name another with `port`, or leave it out to take a free one.",
    });
  }
}

/** A server cannot have the address it was to listen on. */
export class CannotListenError extends BenchError {
  readonly code = "IB_CANNOT_LISTEN";
  override readonly exitCode = ExitCode.couldNotBeDone;

  constructor(host: string, port: number, options: ErrorOptions = {}) {
    super(`Cannot listen on ${host}, port ${port}.`, {
      ...options,
      hint: "`host` names an address of this machine, and ports below 1024 are often not permitted.",
    });
  }
}
