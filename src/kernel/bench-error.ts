import { ExitCode } from "./exit-code.ts";

export interface BenchErrorOptions extends ErrorOptions {
  /** What to do about it, when there is one thing to do. */
  readonly hint?: string;
}

/** Base of every error a user can cause or fix. Anything else is a bug. */
export abstract class BenchError extends Error {
  /** Permanent: scripts and docs/errors.md refer to it. */
  abstract readonly code: `IB_${string}`;
  readonly exitCode: ExitCode = ExitCode.badInput;
  readonly hint: string | undefined;

  constructor(message: string, options: BenchErrorOptions = {}) {
    super(message, options);
    this.name = new.target.name;
    this.hint = options.hint;
  }
}
