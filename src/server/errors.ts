import { defineErrors } from "../kernel/define-errors.ts";
import { ExitCode } from "../kernel/errors.ts";

export const serverErrors = defineErrors({
  /** Another program listens on the port that was asked for. */
  IB_PORT_TAKEN: (port: number, options: ErrorOptions = {}) => [
    `Port ${port} is taken by another program.`,
    {
      ...options,
      hint: "Name another with `port`, or leave it out to take a free one.",
      exitCode: ExitCode.couldNotBeDone,
    },
  ],

  /** A server cannot have the address it was to listen on. */
  IB_CANNOT_LISTEN: (host: string, port: number, options: ErrorOptions = {}) => [
    `Cannot listen on ${host}, port ${port}.`,
    {
      ...options,
      hint: "`host` names an address of this machine, and ports below 1024 are often not permitted.",
      exitCode: ExitCode.couldNotBeDone,
    },
  ],
});
