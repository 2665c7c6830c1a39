/** How a command ends: an error in words, and the exit code. */

import { ExitCode as ParserExitCode } from "@stricli/core";
import { hideCredentials } from "../kernel/address.ts";
import { BenchError, ExitCode } from "../kernel/errors.ts";
import { stripTerminal } from "../report/safe-text.ts";
import { retryingLost } from "./command-line.ts";
import type { CliContext } from "./context.ts";
import { formatHint } from "./format-hint.ts";

/** What a command knows of the work that an error stopped: what it cost, and how it goes on. The library, which throws it, knows no commands. */
const stoppedWork = new WeakMap<BenchError, readonly string[]>();

type Work<Args extends unknown[]> = (this: CliContext, ...args: Args) => Promise<void>;

/** A command that says, where it is stopped, what was spent and, if it can go on, what to type. */
export function continuable<Args extends unknown[]>(work: Work<Args>): Work<Args> {
  return async function (...args) {
    try {
      await work.apply(this, args);
    } catch (error) {
      if (error instanceof BenchError) stoppedWork.set(error, linesOf(error, this));
      throw error;
    }
  };
}

function linesOf(error: BenchError, context: CliContext): readonly string[] {
  const spent = context.spentSoFar();
  const command = context.resumeCommand();
  const goesOn = error.canContinue && command !== undefined;
  return [
    ...(spent === null ? [] : [spent]),
    ...(goesOn ? [`Continue: ${wayOn(error, command, context)}`] : []),
  ];
}

/** Where a judge was given up, questions were lost before. */
const LEAVES_LOST: ReadonlySet<string> = new Set([
  "IB_PROVIDER_DOWN",
  "IB_JUDGE_UNUSABLE",
  "IB_MODEL_STOPPED",
]);

/** With the ceiling that was reached a command would stop where it stands, and judging leaves what was lost unless it is told not to. */
function wayOn(error: BenchError, command: string, { args: [typed], expectedUsd }: CliContext): string {
  if (isCeiling(error)) {
    const usd = error.higherUsd(expectedUsd());
    return `${command.replace(/ --max-?cost-?usd[ =]\S+/i, "")} --max-cost-usd ${usd}`;
  }
  return LEAVES_LOST.has(error.code) && typed !== "run" ? retryingLost(command) : command;
}

/** By what it can say: its class comes with all that knows providers, which a command loads when it needs them. */
function isCeiling(error: BenchError): error is BenchError & { higherUsd(expectedUsd: number): number } {
  return "higherUsd" in error && typeof error.higherUsd === "function";
}

/** What was spent and how it goes on, where an error stopped work. */
export function stoppedLines(error: BenchError): readonly string[] {
  return stoppedWork.get(error) ?? [];
}

/** A BenchError says what happened and what to do; anything else is a bug and shows its stack. */
export function formatError(error: unknown, program: string, location = ""): string {
  if (error instanceof BenchError) {
    const hint = error.hint === undefined ? "" : `\n  ${formatHint(error.hint, program, location)}`;
    const lines = stoppedLines(error)
      .map((line) => `\n  ${line}`)
      .join("");
    return stripTerminal(`${error.code}: ${error.message}${hint}${lines}`);
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
