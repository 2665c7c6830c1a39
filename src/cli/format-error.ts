import { BenchError } from "../kernel/bench-error.ts";
import { ExitCode } from "../kernel/exit-code.ts";
import { stripTerminal } from "../report/strip-terminal.ts";

/** A BenchError says what happened and what to do; anything else is a bug and shows its stack. */
export function formatError(error: unknown): string {
  if (error instanceof BenchError) {
    const hint = error.hint === undefined ? "" : `\n  ${error.hint}`;
    return stripTerminal(`${error.code}: ${error.message}${hint}`);
  }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `This is a bug in InvisibleBench; please report it with this text.\n${stripTerminal(stack)}`;
}

export function exitCodeFor(error: unknown): number {
  return error instanceof BenchError ? error.exitCode : ExitCode.bug;
}
