/** Ends a command: prints an error and sets the exit code. */

import { ExitCode as ParserExitCode } from "@stricli/core";
import { hideCredentials } from "../kernel/address.ts";
import { BenchError, ExitCode } from "../kernel/errors.ts";
import { stripTerminal } from "../report/safe-text.ts";
import { retryingLost } from "./command-line.ts";
import type { CliContext } from "./context.ts";
import { formatHint } from "./format-hint.ts";

/**
 * Notes of a command about work that an error stopped: its cost, and how to continue. The library, which throws the
 * error, knows no commands.
 */
const stoppedWork = new WeakMap<BenchError, readonly string[]>();

type Work<Args extends unknown[]> = (this: CliContext, ...args: Args) => Promise<void>;

/** Wraps a command so that, if it is stopped, it prints its cost and the command to continue, if it can. */
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

/** Errors that stop a judge after failed calls. */
const LEAVES_LOST: ReadonlySet<string> = new Set([
  "IB_PROVIDER_DOWN",
  "IB_JUDGE_UNUSABLE",
  "IB_MODEL_STOPPED",
]);

/**
 * Returns the command that continues. It raises the reached ceiling, or it would stop again at once; it retries
 * failed calls, which judging skips by default.
 */
function wayOn(error: BenchError, command: string, { args: [typed], expectedUsd }: CliContext): string {
  if (isCeiling(error)) {
    const usd = error.higherUsd(expectedUsd());
    return `${command.replace(/ --max-?cost-?usd[ =]\S+/i, "")} --max-cost-usd ${usd}`;
  }
  return LEAVES_LOST.has(error.code) && typed !== "run" ? retryingLost(command) : command;
}

/** Checks the method, not the class: importing the class would load all providers, which a command loads when it needs them. */
function isCeiling(error: BenchError): error is BenchError & { higherUsd(expectedUsd: number): number } {
  return "higherUsd" in error && typeof error.higherUsd === "function";
}

/** Returns the cost and the way to continue, if an error stopped work. */
export function stoppedLines(error: BenchError): readonly string[] {
  return stoppedWork.get(error) ?? [];
}

/** Formats an error: a BenchError says what happened and what to do; anything else is a bug and shows its stack. */
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

/** Maps the parser's own negative codes to ours, which are a contract. */
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
