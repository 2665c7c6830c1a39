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

/** What a command read more than once of the results folder, by artefact. */
function readAgain(...command: readonly string[]): Readonly<Record<string, number>> {
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
    artefacts
      .filter(([, count]) => count > 1)
      .map(([path, count]) => [
        relative(results(), path).replace(/^.*?(transcripts|scans)\W.*\W(\w+\.jsonl?)$/, "$1 $2"),
        count,
      ]),
  );
}

beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => folder[Symbol.asyncDispose]());

test("an eval reads each artefact once; only the texts are read by planning, by judging and by the report", () => {
  const again = readAgain(
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
  // Verdicts are gone through once, and once more where each conversation's rows are.
  expect(again).toEqual({ "transcripts r1.jsonl": 3, "scans verdicts.jsonl": 2 });
});

test.each([
  [["report", "night"], { "scans verdicts.jsonl": 2 }],
  [["explain", "night", "sim__brittle/*"], {}],
  [["gate", "night"], {}],
])("%j reads each artefact once", (command, allowed) => {
  expect(readAgain(...command)).toEqual(allowed);
});
