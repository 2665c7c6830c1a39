import { createInterface } from "node:readline";
import type { CommandContext, StricliProcess } from "@stricli/core";
import { type Clock, systemClock } from "../kernel/clock.ts";
import { fitText } from "../report/fit-text.ts";
import { stripTerminal } from "../report/safe-text.ts";
import { programName } from "./command-line.ts";
import { cliErrors } from "./errors.ts";
import { lookOf, paint, type TerminalLook, widthOf } from "./terminal-look.ts";

/** Input stream for answers. */
export type CliInput = NodeJS.ReadableStream & { readonly isTTY?: boolean };

/** Everything that a command sees of the world: no other code in `cli/` reads the process. Tests pass their own. */
export interface CliContext extends CommandContext, WorkNotes, TerminalLook {
  /** Output streams and the exit code. */
  readonly process: StricliProcess;
  /** Typed name of this program; printed commands begin with it. */
  readonly program: string;
  /** Arguments as typed, without the program's name. */
  readonly args: readonly string[];
  /** Project folder; the operating system resolves a typed path. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: CliInput;
  /** Whether stderr is a terminal, so that progress may redraw its line. */
  readonly isInteractive: boolean;
  /** Width of stderr. */
  readonly columns: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Sets the time limit for a shutdown after an interrupt. */
  setLongestShutdown(ms: number): void;
  setExitCode(code: number): void;
}

/** Notes of a command about its work, in case it is interrupted. */
interface WorkNotes {
  /** Command that continues the work, once it can be continued. */
  resumeCommand(): string | undefined;
  setResumeCommand(command: string): void;
  /** Cost of its calls so far; `null` if none can cost anything. */
  spentSoFar(): string | null;
  setSpentSoFar(tell: () => string | null): void;
  /** Highest estimate for all of it, with earlier spending; 0 if unknown. */
  expectedUsd(): number;
  setExpectedUsd(tell: () => number): void;
  /** Returns the flags that a later command needs to look in the same place. */
  location(): string;
  setLocation(flags: string): void;
}

export function createWorkNotes(): WorkNotes {
  let resumeCommand: string | undefined;
  let spentSoFar: () => string | null = () => null;
  let expectedUsd: () => number = () => 0;
  let location = "";
  return {
    resumeCommand: () => resumeCommand,
    setResumeCommand: (command) => {
      resumeCommand = command;
    },
    spentSoFar: () => spentSoFar(),
    setSpentSoFar: (tell) => {
      spentSoFar = tell;
    },
    expectedUsd: () => expectedUsd(),
    setExpectedUsd: (tell) => {
      expectedUsd = tell;
    },
    location: () => location,
    setLocation: (flags) => {
      location = flags;
    },
  };
}

/** Time to close the journal and release the lock after Ctrl-C; the person should not wait longer. */
const LONGEST_SHUTDOWN_MS = 900;

export function createContext(node: NodeJS.Process): CliContext {
  const controller = new AbortController();
  const notes = createWorkNotes();
  let longestShutdownMs = LONGEST_SHUTDOWN_MS;
  const interrupt = () => {
    const error = cliErrors.IB_INTERRUPTED(notes.resumeCommand());
    // Ends the open progress line.
    if (node.stderr.isTTY) node.stderr.write("\n");
    controller.abort(error);
    setTimeout(() => {
      node.stderr.write(`${[error.message, error.hint ?? []].flat().join(" ")}\n`);
      node.exit(error.exitCode);
    }, longestShutdownMs).unref();
  };
  node.once("SIGINT", interrupt);
  node.once("SIGTERM", interrupt);
  return {
    // Node types exitCode as possibly undefined, which the parser never assigns.
    process: node as StricliProcess,
    program: programName({ file: node.argv[1] ?? "", env: node.env, cwd: node.cwd() }),
    args: node.argv.slice(2),
    cwd: node.cwd(),
    env: node.env,
    // Opens stdin only for a question: an unread pipe must not keep the process alive.
    get stdin() {
      return node.stdin;
    },
    isInteractive: node.stderr.isTTY === true,
    columns: widthOf(node.stderr),
    ...lookOf(node.stdout, node.env),
    clock: systemClock,
    signal: controller.signal,
    ...notes,
    setLongestShutdown: (ms) => {
      longestShutdownMs = ms;
    },
    setExitCode: (code) => {
      node.exitCode = code;
    },
  };
}

/** Delay before a sign of life for a person who waits. */
const SIGN_OF_LIFE_AFTER_MS = 500;
const signs = new WeakMap<CliContext, NodeJS.Timeout>();

/** Shows on a terminal that something is being read, unless the command prints sooner. */
export function promiseSignOfLife(context: CliContext): void {
  if (!context.isInteractive || signs.has(context)) return;
  const say = () => context.process.stderr.write("Reading …\n");
  signs.set(context, setTimeout(say, SIGN_OF_LIFE_AFTER_MS).unref());
}

/** Ends the sign of life, because the command itself prints. */
export function endSignOfLife(context: CliContext): void {
  clearTimeout(signs.get(context));
}

/** Prints results to stdout. Removes terminal escapes, which texts of models and scenarios may hold. */
export function print(context: CliContext, text: string): void {
  endSignOfLife(context);
  const plain = stripTerminal(text);
  // Keeps a command, and a path after its label, on one line for copying.
  const fitted = context.wrapsProse
    ? fitText(
        plain,
        context.width,
        (line) => line.includes(`${context.program} `) || /^\S+: +\S+$/.test(line),
      )
    : plain;
  context.process.stdout.write(`${context.hasColour ? paint(fitted) : fitted}\n`);
}

/** Prints one JSON document, which escapes control characters itself. */
export function printJson(context: CliContext, value: unknown): void {
  endSignOfLife(context);
  context.process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

/** Whether a person can see a question and type an answer. */
export function canAsk({ isInteractive, stdin }: CliContext): boolean {
  return isInteractive && stdin.isTTY === true;
}

/** Asks the person at the terminal. An input that ends counts as no. */
export async function isAgreed(context: CliContext, question: string): Promise<boolean> {
  const { process, signal, stdin } = context;
  signal.throwIfAborted();
  process.stderr.write(`${question} [y/N] `);
  const lines = createInterface({ input: stdin });
  const answered = Promise.withResolvers<string>();
  const stop = () => answered.reject(signal.reason);
  lines.once("line", answered.resolve).once("close", () => answered.resolve(""));
  signal.addEventListener("abort", stop);
  try {
    return /^y(es)?$/i.test((await answered.promise).trim());
  } finally {
    signal.removeEventListener("abort", stop);
    lines.close();
  }
}
