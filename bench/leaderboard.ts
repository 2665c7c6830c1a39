/** Builds a board of 22 models, 64 scenarios, 53 checks and 3 votes each, from scans on disk. */

import { spawnSync } from "node:child_process";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { shippedCorpus, writeSyntheticRun } from "../test/e2e/synthetic-run.fixture.ts";

const MODELS = 22;
const VOTES = 3;
const GOAL_SECONDS = 30;
const GOAL_MEGABYTES = 500;
const BIN = fileURLToPath(new URL("../bin/invisiblebench.js", import.meta.url));

/** Writes the scans, then builds and checks the board in a separate process to measure its memory. */
export async function bench(): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), "ib-leaderboard-"));
  try {
    const corpus = await shippedCorpus();
    const scenarios = [...corpus.scenarios.values()];
    const results = join(folder, "results");
    const scans: string[] = [];
    let bytes = 0;
    for (let number = 1; number <= MODELS; number += 1) {
      const scan = await writeSyntheticRun({
        results,
        runId: `model-${number}`,
        models: [`maker-${number}/model`],
        scenarios,
        failureRate: (_, check) => (check.severity === "S5" ? 0.002 : 0.05 + number / 400),
      });
      bytes += (await stat(join(scan, "verdicts.jsonl"))).size;
      scans.push(scan);
    }
    const votes = MODELS * scenarios.length * corpus.checks.size * VOTES;
    const board = join(folder, "board");
    return [
      `${MODELS} models × ${scenarios.length} scenarios × ${corpus.checks.size} checks × ${VOTES} votes = ${votes.toLocaleString("en-US")} votes, ${Math.round(bytes / 1e6)} MB of verdicts`,
      measure("build", ["leaderboard", "build", ...scans, "--out", board]),
      measure("check", ["leaderboard", "check", board]),
      `leaderboard.json: ${Math.round((await stat(join(board, "leaderboard.json"))).size / 1000)} kB`,
    ];
  } finally {
    await rm(folder, { recursive: true });
  }
}

function measure(name: string, args: readonly string[]): string {
  const started = performance.now();
  const program = `process.on("exit", () => process.stderr.write("\\nPEAK " + process.resourceUsage().maxRSS)); await import(${JSON.stringify(BIN)});`;
  // The first argument replaces the script's name.
  const child = spawnSync(
    process.execPath,
    ["--input-type=module", "-e", program, "--", "invisiblebench", ...args],
    {
      encoding: "utf8",
    },
  );
  if (child.status !== 0)
    throw new Error(`${name} ended with ${child.status}: ${child.stderr}${child.stdout}`);
  const seconds = (performance.now() - started) / 1000;
  const megabytes = Number(/PEAK (\d+)/.exec(child.stderr)?.[1]) / 1024;
  const verdict = seconds <= GOAL_SECONDS && megabytes <= GOAL_MEGABYTES ? "met" : "MISSED";
  return `${name}: ${seconds.toFixed(1)} s, ${Math.round(megabytes)} MB at most (goal ${GOAL_SECONDS} s, ${GOAL_MEGABYTES} MB: ${verdict})`;
}

if (import.meta.main) for (const line of await bench()) console.log(line);
