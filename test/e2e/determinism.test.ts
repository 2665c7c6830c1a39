import { join } from "node:path";
import { expect, test } from "vitest";
import { artefactHashes } from "./artefact-hashes.fixture.ts";
import { runCli } from "./cli.fixture.ts";
import { temporaryFolder } from "./temporary-folder.fixture.ts";
import { THREE_SCENARIOS } from "./three-scenarios.fixture.ts";

const ONE_AT_A_TIME = ["--scenario-parallel", "1", "--max-connections", "1"];
const MANY_AT_A_TIME = ["--scenario-parallel", "32", "--max-connections", "32"];

async function evaluate(results: string, flags: readonly string[], runId = "same"): Promise<string> {
  const { exitCode, stderr } = await runCli([
    "eval",
    "--run-id",
    runId,
    "--out",
    results,
    ...THREE_SCENARIOS,
    ...flags,
  ]);
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
  return join(results, runId);
}

test.for([1, 2])("concurrency 1 and 32 give the same bytes with --repeat %d", async (repeats) => {
  await using folder = await temporaryFolder();
  const repeat = ["--repeat", String(repeats)];
  const slow = await evaluate(join(folder.path, "slow"), [...ONE_AT_A_TIME, ...repeat]);
  const fast = await evaluate(join(folder.path, "fast"), [...MANY_AT_A_TIME, ...repeat]);

  const hashes = await artefactHashes(slow);
  expect(await artefactHashes(fast)).toEqual(hashes);

  const paths = Object.keys(hashes);
  const [scan] = paths.map((path) => /^scans\/[^/]+/.exec(path)?.[0]).filter((path) => path !== undefined);
  expect(paths.filter((path) => path.startsWith("transcripts/"))).toHaveLength(15 * repeats);
  expect(paths.filter((path) => !path.startsWith("transcripts/"))).toEqual([
    "run_plan.json",
    `${scan}/blindspot_rates.json`,
    `${scan}/report/index.html`,
    `${scan}/scan_plan.json`,
    `${scan}/scorecards.jsonl`,
    `${scan}/scorer_results.jsonl`,
    `${scan}/summary.json`,
    `${scan}/summary.md`,
    `${scan}/verdicts.jsonl`,
    "truth.jsonl",
  ]);
});

test("neither the name of a run nor its folder is in what it found", async () => {
  await using folder = await temporaryFolder();
  const one = await evaluate(join(folder.path, "here"), [], "first");
  const other = await evaluate(join(folder.path, "there", "below"), [], "second");
  expect(await artefactHashes(other)).toEqual(await artefactHashes(one));
});

test("another seed gives other transcripts", async () => {
  await using folder = await temporaryFolder();
  const one = await artefactHashes(await evaluate(join(folder.path, "one"), ["--seed", "1"]));
  const two = await artefactHashes(await evaluate(join(folder.path, "two"), ["--seed", "2"]));
  expect(Object.keys(two)).toEqual(Object.keys(one));
  expect(two).not.toEqual(one);
});
