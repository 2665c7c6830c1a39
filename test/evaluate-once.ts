import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import buildPage from "./build-page.ts";
import { THREE_SCENARIOS } from "./e2e/three-scenarios.fixture.ts";

export interface EvaluatedOnce {
  /** A results folder with one finished eval, called `all`. Read it, or change a copy. */
  readonly path: string;
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

declare module "vitest" {
  interface ProvidedContext {
    evaluatedOnce: EvaluatedOnce;
  }
}

// The projects of one `vitest run` are set up in sequence, by copies of this module in one process.
const shared = process as { evaluatedOnce?: Promise<EvaluatedOnce> };

/** Runs one eval of three scenarios with the real program, shared by all tests that only read it. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const isFirst = shared.evaluatedOnce === undefined;
  shared.evaluatedOnce ??= evaluate();
  const evaluated = await shared.evaluatedOnce;
  project.provide("evaluatedOnce", evaluated);
  return isFirst ? () => rm(evaluated.path, { recursive: true, force: true }) : undefined;
}

async function evaluate(): Promise<EvaluatedOnce> {
  // Projects are set up before the root, and an older page would make a different report.
  buildPage();
  const path = await mkdtemp(join(tmpdir(), "ib-evaluated-"));
  const bin = join(import.meta.dirname, "../bin/invisiblebench.js");
  const args = [bin, "eval", "--run-id", "all", "--out", path, ...THREE_SCENARIOS];
  const env = { ...process.env, NO_COLOR: "1" };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, args, { cwd: tmpdir(), env }, (_error, stdout, stderr) =>
      resolve({ path, exitCode: child.exitCode, stdout, stderr }),
    );
  });
}
