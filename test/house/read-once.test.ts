import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { type TemporaryFolder, temporaryFolder } from "../e2e/temporary-folder.fixture.ts";

const repository = resolve(import.meta.dirname, "../..");
const preload = pathToFileURL(join(import.meta.dirname, "count-reads.mjs")).href;

let folder: TemporaryFolder;
const results = () => join(folder.path, "results");

/** How often a command reads each artefact of the results folder, for those that it reads. */
function readsOf(...command: readonly string[]): Readonly<Record<string, number>> {
  const READS_FILE = join(folder.path, "reads.json");
  const args = ["--import", preload, join(repository, "bin/invisiblebench.js"), ...command];
  const { status, stderr } = spawnSync(process.execPath, [...args, "--out", results()], {
    cwd: folder.path,
    env: { ...process.env, READS_FILE },
    encoding: "utf8",
  });
  expect({ status, stderr }).toMatchObject({ status: expect.toBeOneOf([0, 100]) });
  const reads = z.record(z.string(), z.int()).parse(JSON.parse(readFileSync(READS_FILE, "utf8")));
  const artefacts = Object.entries(reads).filter(
    ([path]) => path.startsWith(results()) && /\.jsonl?$/.test(path),
  );
  expect(artefacts.length).toBeGreaterThan(2);
  return Object.fromEntries(
    artefacts.map(([path, count]) => [
      relative(results(), path).replace(/^.*?(transcripts|scans)\W.*\W(\w+\.jsonl?)$/, "$1 $2"),
      count,
    ]),
  );
}

function readAgain(...command: readonly string[]): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(readsOf(...command)).filter(([, count]) => count > 1));
}

beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => folder[Symbol.asyncDispose]());

test("an eval reads back its journals and its texts, and nothing else that it wrote", () => {
  const reads = readsOf(
    ...[
      "eval",
      "--run-id",
      "night",
      "--model",
      "sim/brittle",
      "--scenario",
      "safety_crisis_bin_days_001",
      "--quiet",
    ],
  );
  expect(reads).toEqual({
    // Earlier results are searched for reply sizes before anything is written.
    "night/run_manifest.json": 1,
    // When it is opened, when the origins of replies are counted, and for the seal.
    "night/journal.jsonl": 3,
    "scans journal.jsonl": 3,
    // By planning, by judging and by the report.
    "transcripts r1.jsonl": 3,
  });
});

/** Read once, and compared with the seal's hash. */
const HASHED = {
  "night/run_plan.json": 2,
  "scans blindspot_rates.json": 2,
  "scans cost_report.json": 2,
  "scans scan_plan.json": 2,
  "scans scorecards.jsonl": 2,
  "scans summary.json": 2,
  "transcripts r1.jsonl": 2,
};

test.each([
  // The run's plan names the pack, so it is read first. The seal is read for its contents and for the date.
  [
    ["report", "night"],
    {
      ...HASHED,
      "scans seal.json": 2,
      // Its rows are also listed by what is contested, and by what can be found.
      "scans verdicts.jsonl": 2 + 1 + 2,
      "night/run_plan.json": 2 + 1,
      // Once more for the day and the label of the release.
      "night/run_manifest.json": 2,
    },
  ],
  [["explain", "night", "sim__brittle/*"], {}],
  [
    ["gate", "night"],
    {
      "night/run_plan.json": 2,
      "scans cost_report.json": 2,
      "scans scan_plan.json": 2,
      "scans scorecards.jsonl": 2,
      "scans verdicts.jsonl": 2,
    },
  ],
])("%j reads each artefact once, and hashes it once where it decides", (command, allowed) => {
  expect(readAgain(...command)).toEqual(allowed);
});
