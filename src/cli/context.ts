import type { CommandContext, StricliProcess } from "@stricli/core";
import { InterruptedError } from "./interrupted-error.ts";

/** The world a command sees. Tests pass their own. */
export interface BenchContext extends CommandContext {
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
const LONGEST_GOODBYE_MS = 900;

export function createContext(node: NodeJS.Process): BenchContext {
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
    }, LONGEST_GOODBYE_MS).unref();
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
