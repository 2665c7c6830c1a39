import { cp, readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, inject } from "vitest";
import { type CliResult, runCli } from "./cli.fixture.ts";
import { type TemporaryFolder, temporaryFolder } from "./temporary-folder.fixture.ts";

/** Runs a command that must succeed, and returns its output. */
export async function succeed(...args: readonly string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await runCli(args);
  expect({ args, exitCode, stderr }).toMatchObject({ exitCode: 0 });
  return stdout;
}

/** The same in a terminal so wide that no table cell breaks. */
export async function succeedWide(...args: readonly string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await runCli(args, { width: 240 });
  expect({ args, exitCode, stderr }).toMatchObject({ exitCode: 0 });
  return stdout;
}

/** A results folder of the test's own with one finished eval, called `all`, and what it printed. */
export async function evaluatedRun(): Promise<TemporaryFolder & { readonly printed: CliResult }> {
  const { path, exitCode, stdout, stderr } = inject("evaluatedOnce");
  const folder = await temporaryFolder();
  await cp(path, folder.path, { recursive: true, preserveTimestamps: true });
  const moved = (text: string) => text.replaceAll(path, folder.path);
  return { ...folder, printed: { exitCode, stdout: moved(stdout), stderr: moved(stderr) } };
}

/** The one scan of a run. */
export async function scanFolder(runDirectory: string): Promise<string> {
  const names = await readdir(join(runDirectory, "scans"));
  expect(names).toHaveLength(1);
  return join(runDirectory, "scans", ...names);
}
