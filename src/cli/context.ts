import { createInterface } from "node:readline";
import type { CommandContext, StricliProcess } from "@stricli/core";
import { type Clock, systemClock } from "../kernel/clock.ts";
import { fitText } from "../report/fit-text.ts";
import { stripTerminal } from "../report/safe-text.ts";
import { programName } from "./command-line.ts";
import { cliErrors } from "./errors.ts";
import { lookOf, paint, type TerminalLook, widthOf } from "./terminal-look.ts";

/** Where answers come from. */
export type CliInput = NodeJS.ReadableStream & { readonly isTTY?: boolean };

/** The world a command sees, whole: nothing else in `cli/` looks at the process. Tests pass their own. */
export interface CliContext extends CommandContext, WorkNotes, TerminalLook {
  /** Where it writes to, and its exit code. */
  readonly process: StricliProcess;
  /** What is typed to call this program here; the first words of every command that is printed. */
  readonly program: string;
  /** As they were typed, without the program's name. */
  readonly args: readonly string[];
  /** Where the project is; a path that was typed is the operating system's to resolve. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: CliInput;
  /** Whether somebody sees stderr, so that progress may redraw its line. */
  readonly isInteractive: boolean;
  /** How wide stderr is. */
  readonly columns: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** How long it may take to come to an end once it is interrupted. */
  setLongestShutdown(ms: number): void;
  setExitCode(code: number): void;
}

/** What a command lets be known of its work, for when it is cut short. */
interface WorkNotes {
  /** How it is continued, once there is something to continue. */
  resumeCommand(): string | undefined;
  setResumeCommand(command: string): void;
  /** What its calls have cost; `null` where nothing could. */
  spentSoFar(): string | null;
  setSpentSoFar(tell: () => string | null): void;
  /** What all of it is expected to come to at most, with what was spent before; 0 where nobody knows. */
  expectedUsd(): number;
  setExpectedUsd(tell: () => number): void;
  /** The flags without which a later command would look in another place. */
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

/** After Ctrl-C the journal is closed and the lock let go; nothing may keep the person waiting longer. */
const LONGEST_SHUTDOWN_MS = 900;

export function createContext(node: NodeJS.Process): CliContext {
  const controller = new AbortController();
  const notes = createWorkNotes();
  let longestShutdownMs = LONGEST_SHUTDOWN_MS;
  const interrupt = () => {
    const error = cliErrors.IB_INTERRUPTED(notes.resumeCommand());
    // The progress line is still open where the cursor stands.
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
    // Opened when somebody is asked: a pipe that nobody reads must not keep the process alive.
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

/** After which somebody who waits wants to know that something happens. */
const SIGN_OF_LIFE_AFTER_MS = 500;
const signs = new WeakMap<CliContext, NodeJS.Timeout>();

/** Says on a terminal that something is being read, unless the command has more to say soon. */
export function promiseSignOfLife(context: CliContext): void {
  if (!context.isInteractive || signs.has(context)) return;
  const say = () => context.process.stderr.write("Reading …\n");
  signs.set(context, setTimeout(say, SIGN_OF_LIFE_AFTER_MS).unref());
}

/** The command itself has something to say. */
export function endSignOfLife(context: CliContext): void {
  clearTimeout(signs.get(context));
}

/** Results go to stdout. Text of models and scenarios may hold terminal escapes: none gets through. */
export function print(context: CliContext, text: string): void {
  endSignOfLife(context);
  const plain = stripTerminal(text);
  // A command, and a path after its label, is copied whole.
  const fitted = context.wrapsProse
    ? fitText(
        plain,
        context.width,
        (line) => line.includes(`${context.program} `) || /^\S+: +\S+$/.test(line),
      )
    : plain;
  context.process.stdout.write(`${context.hasColour ? paint(fitted) : fitted}\n`);
}

/** One JSON document, which escapes control characters itself. */
export function printJson(context: CliContext, value: unknown): void {
  endSignOfLife(context);
  context.process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

/** Whether a question would be seen, and an answer could be typed. */
export function canAsk({ isInteractive, stdin }: CliContext): boolean {
  return isInteractive && stdin.isTTY === true;
}

/** Asks the person at the terminal. An input that ends is no. */
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
