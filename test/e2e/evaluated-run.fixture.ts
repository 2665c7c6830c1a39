import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { type CliResult, runCli } from "./cli.fixture.ts";
import { type TemporaryFolder, temporaryFolder } from "./temporary-folder.fixture.ts";
import { THREE_SCENARIOS } from "./three-scenarios.fixture.ts";

/** What a command printed that must not fail. */
export async function succeed(...args: readonly string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await runCli(args);
  expect({ args, exitCode, stderr }).toMatchObject({ exitCode: 0 });
  return stdout;
}

/** A results folder with one finished eval, called `all`, and what it printed. */
export async function evaluatedRun(): Promise<TemporaryFolder & { readonly printed: CliResult }> {
  const folder = await temporaryFolder();
  const printed = await runCli(["eval", "--run-id", "all", "--out", folder.path, ...THREE_SCENARIOS]);
  return { ...folder, printed };
}

/** The one scan of a run. */
export async function scanFolder(runDirectory: string): Promise<string> {
  const names = await readdir(join(runDirectory, "scans"));
  expect(names).toHaveLength(1);
  return join(runDirectory, "scans", ...names);
}
