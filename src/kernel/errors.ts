/** How a command can end. No Node in here: schema/, domain/ and the page use it too. */

import { hideCredentials } from "./address.ts";

/** What a process tells its caller. The numbers are a contract (docs/cli.md). */
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
  /** What to do about it, when there is one thing to do. */
  readonly hint?: string;
  /** What was done so far is kept, and the same work goes on from there. @default false */
  readonly canContinue?: boolean;
}

/** Base of every error a user can cause or fix. Anything else is a bug. No address in one shows a password or a key. */
export abstract class BenchError extends Error {
  /** Permanent: scripts and docs/errors.md refer to it. */
  abstract readonly code: `IB_${string}`;
  readonly exitCode: ExitCode = ExitCode.badInput;
  readonly hint: string | undefined;
  /** Whoever knows how the work was begun can say how it goes on. */
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

/** What is read; `null` where somebody could mend what keeps it from being read. */
export async function orNull<Value>(reading: Promise<Value>): Promise<Value | null> {
  return reading.catch((error: unknown) => {
    if (error instanceof BenchError) return null;
    throw error;
  });
}

/** What was thrown, in words: it need not be an error. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** Ends a `switch` so that a new variant is a compile error. */
export function assertNever(value: never): never {
  throw new Error(`Unhandled variant: ${JSON.stringify(value)}`);
}
