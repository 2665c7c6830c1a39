import { spawn } from "node:child_process";
import { realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { isAbsolute } from "node:path";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { run, type StricliProcess } from "@stricli/core";
import { createApp } from "../../src/cli/app.ts";
import { type CliContext, createWorkNotes } from "../../src/cli/context.ts";
import { cliErrors } from "../../src/cli/errors.ts";
import { settleExitCode } from "../../src/cli/exit.ts";
import { jsonTeller } from "../../src/cli/json-error.ts";
import { type Clock, systemClock } from "../../src/kernel/clock.ts";

/** The program name in printed commands, in this process. In a separate process `npx` precedes it. */
const PROGRAM = "invisiblebench";
const BIN = fileURLToPath(new URL("../../bin/invisiblebench.js", import.meta.url));

export interface CliResult {
  /** `null` after a signal. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliOptions {
  /** The working directory of the command; by default not the repository. */
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** A wrapper that starts it in a separate process, such as another namespace. */
  readonly through?: readonly string[];
  /** `runCli` only. */
  readonly clock?: Clock;
  /** `runCli` only: the width of a terminal, which also wraps prose; otherwise output is a pipe. */
  readonly width?: number;
  /** `runCli` only: piped input. */
  readonly stdin?: Readable;
  /** `runCli` only: presses Ctrl-C when this was printed. */
  readonly interruptAt?: RegExp;
}

/**
 * The real command line, in this process: a corpus is compiled once for all commands of a worker. Paths have to be
 * absolute unless the process is where `cwd` says, because a relative one is resolved where the process is.
 */
export async function runCli(args: readonly string[], options: CliOptions = {}): Promise<CliResult> {
  const isElsewhere = options.cwd === undefined || realpathSync(options.cwd) !== process.cwd();
  const lost = args.find(
    (path, index) =>
      isElsewhere && /^--(?:out|corpus|config)$/.test(args[index - 1] ?? "") && !isAbsolute(path),
  );
  if (lost !== undefined) throw new Error(`${lost} would be below the repository: use spawnCli`);
  const output = { stdout: "", stderr: "" };
  const into = (name: keyof typeof output) => ({
    write: (text: string) => {
      output[name] += text;
      if (options.interruptAt?.test(output[name])) controller.abort(cliErrors.IB_INTERRUPTED(undefined));
    },
  });
  const controller = new AbortController();
  const env = { ...process.env, ...options.env };
  const node: StricliProcess = { stdout: into("stdout"), stderr: into("stderr"), env };
  const context: CliContext = {
    process: node,
    program: PROGRAM,
    args,
    cwd: options.cwd ?? tmpdir(),
    env,
    stdin: options.stdin ?? Readable.from([]),
    isInteractive: false,
    columns: 100,
    width: options.width ?? 120,
    wrapsProse: options.width !== undefined,
    hasColour: false,
    clock: options.clock ?? systemClock,
    signal: controller.signal,
    ...createWorkNotes(),
    setLongestShutdown: () => {},
    setExitCode: (code) => {
      node.exitCode = code;
    },
  };
  await run(createApp(PROGRAM, jsonTeller(context), context.location), args, context);
  return { exitCode: settleExitCode(node.exitCode), ...output };
}

export interface StartedCli {
  readonly finished: Promise<CliResult>;
  kill(signal: NodeJS.Signals): void;
}

/** The command line in a process of its own: for signals, locks between processes, and paths as they are typed. */
export function startCli(args: readonly string[], options: CliOptions = {}): StartedCli {
  const [command, ...before] = [...(options.through ?? []), process.execPath];
  const child = spawn(command ?? process.execPath, [...before, BIN, ...args], {
    cwd: options.cwd ?? tmpdir(),
    env: { ...process.env, npm_command: "exec", ...options.env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (text: string) => {
      output[name] += text;
    });
  }
  const finished = new Promise<CliResult>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (exitCode) => resolve({ exitCode, ...output }));
  });
  return { finished, kill: (signal) => void child.kill(signal) };
}

/** `startCli` to its end. */
export function spawnCli(args: readonly string[], options?: CliOptions): Promise<CliResult> {
  return startCli(args, options).finished;
}
