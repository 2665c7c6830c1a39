/** How a command ends: an error in words, and the exit code. */

import { ExitCode as ParserExitCode } from "@stricli/core";
import { hideCredentials } from "../kernel/address.ts";
import { BenchError, ExitCode } from "../kernel/errors.ts";
import { stripTerminal } from "../report/safe-text.ts";
import { retryingLost } from "./command-line.ts";
import type { CliContext } from "./context.ts";
import { speakFlags } from "./speak-flags.ts";

/** The command that goes on where an error stopped one. The library, which throws it, knows no commands. */
const continuations = new WeakMap<BenchError, string>();

type Work<Args extends unknown[]> = (this: CliContext, ...args: Args) => Promise<void>;

/** A command that says, where it is stopped and can go on, what to type. */
export function continuable<Args extends unknown[]>(work: Work<Args>): Work<Args> {
  return async function (...args) {
    try {
      await work.apply(this, args);
    } catch (error) {
      const command = this.resumeCommand();
      if (error instanceof BenchError && error.canContinue && command !== undefined)
        continuations.set(error, wayOn(error, command, this.args));
      throw error;
    }
  };
}

/** With the ceiling that was reached a command would stop where it stands, and judging leaves what was lost unless it is told not to. */
function wayOn(error: BenchError, command: string, [typed]: readonly string[]): string {
  if ("higherUsd" in error)
    return `${command.replace(/ --max-?cost-?usd[ =]\S+/i, "")} --max-cost-usd ${error.higherUsd}`;
  return error.code === "IB_PROVIDER_DOWN" && typed !== "run" ? retryingLost(command) : command;
}

/** A BenchError says what happened and what to do; anything else is a bug and shows its stack. */
export function formatError(error: unknown, program: string): string {
  if (error instanceof BenchError) {
    const hint = error.hint === undefined ? "" : `\n  ${speakFlags(error.hint, program)}`;
    const command = continuations.get(error);
    const way = command === undefined ? "" : `\n  Continue: ${command}`;
    return stripTerminal(`${error.code}: ${error.message}${hint}${way}`);
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
