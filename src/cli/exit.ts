/** How a command ends: an error in words, and the exit code. */

import { ExitCode as ParserExitCode } from "@stricli/core";
import { hideCredentials } from "../kernel/address.ts";
import { BenchError, ExitCode } from "../kernel/errors.ts";
import { stripTerminal } from "../report/safe-text.ts";
import { speakFlags } from "./speak-flags.ts";

/** A BenchError says what happened and what to do; anything else is a bug and shows its stack. */
export function formatError(error: unknown): string {
  if (error instanceof BenchError) {
    const hint = error.hint === undefined ? "" : `\n  ${speakFlags(error.hint)}`;
    return stripTerminal(`${error.code}: ${error.message}${hint}`);
  }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `This is a bug in InvisibleBench; please report it with this text.\n${hideCredentials(stripTerminal(stack))}`;
}

export function exitCodeFor(error: unknown): number {
  return error instanceof BenchError ? error.exitCode : ExitCode.bug;
}

/** The parser has negative codes of its own; ours are a contract. */
export function settleExitCode(code: number | string | null | undefined): number {
  switch (code) {
    case ParserExitCode.InvalidArgument:
    case ParserExitCode.UnknownCommand:
      return ExitCode.badInput;
    default: {
      const number = Number(code ?? ExitCode.done);
      return number < 0 ? ExitCode.bug : number;
    }
  }
}
