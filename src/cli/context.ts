import type { CommandContext, StricliProcess } from "@stricli/core";
import { stripTerminal } from "../report/safe-text.ts";
import { InterruptedError } from "./errors.ts";

/** The world a command sees. Tests pass their own. */
export interface CliContext extends CommandContext {
  readonly process: StricliProcess;
  /** As they were typed, without the program's name. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether progress may redraw its line. */
  readonly isInteractive: boolean;
  readonly signal: AbortSignal;
  /** How an interrupted command is continued, once there is something to continue. */
  setResumeCommand(command: string): void;
  setExitCode(code: number): void;
}

/** After Ctrl-C the journal is closed and the lock let go; nothing may keep the person waiting longer. */
const LONGEST_SHUTDOWN_MS = 900;

export function createContext(node: NodeJS.Process): CliContext {
  const controller = new AbortController();
  let resumeCommand: string | undefined;
  const interrupt = () => {
    const error = new InterruptedError(resumeCommand);
    // The progress line is still open where the cursor stands.
    if (node.stderr.isTTY) node.stderr.write("\n");
    controller.abort(error);
    setTimeout(() => {
      node.stderr.write(`${error.message} ${error.hint ?? ""}\n`);
      node.exit(error.exitCode);
    }, LONGEST_SHUTDOWN_MS).unref();
  };
  node.once("SIGINT", interrupt);
  node.once("SIGTERM", interrupt);
  return {
    // Node types exitCode as possibly undefined, which the parser never assigns.
    process: node as StricliProcess,
    args: node.argv.slice(2),
    env: node.env,
    isInteractive: node.stderr.isTTY === true,
    signal: controller.signal,
    setResumeCommand: (command) => {
      resumeCommand = command;
    },
    setExitCode: (code) => {
      node.exitCode = code;
    },
  };
}

/** Results go to stdout. Text of models and scenarios may hold terminal escapes: none gets through. */
export function print(context: CliContext, text: string): void {
  context.process.stdout.write(`${stripTerminal(text)}\n`);
}

/** One JSON document, which escapes control characters itself. */
export function printJson(context: CliContext, value: unknown): void {
  context.process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}
