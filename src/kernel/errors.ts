/** Errors and exit codes. Uses no Node: schema/, domain/ and the page import it too. */

import { hideCredentials } from "./address.ts";

/** Exit codes of a process. The numbers are a contract (docs/cli.md). */
export const ExitCode = {
  done: 0,
  couldNotBeDone: 1,
  badInput: 2,
  incomplete: 3,
  costCeiling: 4,
  bug: 70,
  gateDidNotHold: 100,
  interrupted: 130,
} as const;
export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];

export interface BenchErrorOptions extends ErrorOptions {
  /** The next step, if there is one. */
  readonly hint?: string;
  /** Completed work is kept, and the same work can be resumed. @default false */
  readonly canContinue?: boolean;
}

/**
 * Base of every error a user can cause or fix. Anything else is a bug. Its texts contain no password or key
 * of an address.
 */
export abstract class BenchError extends Error {
  /** Permanent: scripts and docs/errors.md refer to it. */
  abstract readonly code: `IB_${string}`;
  readonly exitCode: ExitCode = ExitCode.badInput;
  readonly hint: string | undefined;
  /** Callers that know how the work was started add how to resume it. */
  readonly canContinue: boolean;

  constructor(message: string, options: BenchErrorOptions = {}) {
    super(hideCredentials(message), options);
    this.name = new.target.name;
    this.hint = options.hint === undefined ? undefined : hideCredentials(options.hint);
    this.canContinue = options.canContinue ?? false;
  }
}

export function hasCode(thrown: unknown, code: `IB_${string}`): thrown is BenchError {
  return thrown instanceof BenchError && thrown.code === code;
}

/** The result of reading; `null` on an error that a user can fix. */
export async function orNull<Value>(reading: Promise<Value>): Promise<Value | null> {
  return reading.catch((error: unknown) => {
    if (error instanceof BenchError) return null;
    throw error;
  });
}

/** The message of a thrown value, which need not be an error. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** Ends a `switch` so that a new variant is a compile error. */
export function assertNever(value: never): never {
  throw new Error(`Unhandled variant: ${JSON.stringify(value)}`);
}
