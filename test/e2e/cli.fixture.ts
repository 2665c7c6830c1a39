import { spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";

const BIN = fileURLToPath(new URL("../../bin/invisiblebench.js", import.meta.url));

export interface CliResult {
  /** `null` after a signal. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliOptions {
  /** Where the command is typed; by default not in the repository. */
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface StartedCli {
  readonly finished: Promise<CliResult>;
  kill(signal: NodeJS.Signals): void;
}

/** The real command line in a process of its own. */
export function startCli(args: readonly string[], options: CliOptions = {}): StartedCli {
  const child = spawn(process.execPath, [BIN, ...args], {
    cwd: options.cwd ?? tmpdir(),
    env: { ...process.env, ...options.env },
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

export function runCli(args: readonly string[], options?: CliOptions): Promise<CliResult> {
  return startCli(args, options).finished;
}
