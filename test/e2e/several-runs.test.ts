import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Bench, createBench, type RunOptions } from "../../src/index.ts";
import { Scorecard } from "../../src/schema/scan/scorecard.ts";
import { succeed } from "./evaluated-run.fixture.ts";
import { printedCommands, shellWords } from "./printed-commands.fixture.ts";
import { temporaryFolder } from "./temporary-folder.fixture.ts";
import { THREE_SCENARIOS } from "./three-scenarios.fixture.ts";

const scenarios = (THREE_SCENARIOS[1] ?? "").split(",");
async function benchWithRuns(results: string): Promise<Bench> {
  const bench = createBench({ results });
  for (const model of ["careful", "attached"]) await runOf(bench, model, { models: [`sim/${model}`] });
  return bench;
}

function runOf(bench: Bench, runId: string, options: RunOptions) {
  return bench.run({ runId, scenarios, ...options });
}

test("runs that differ in their models alone are judged as one, beside the runs", async () => {
  await using folder = await temporaryFolder();
  const bench = await benchWithRuns(folder.path);
  const { scanId, directory, plan } = await bench.scan(["careful", "attached"], { profile: "dev" });
  expect(directory).toBe(join(folder.path, "scans", scanId));
  expect(plan.runs?.map((run) => run.run_id)).toEqual(["careful", "attached"]);
  expect(plan.transcripts).toHaveLength(6);

  // The same settings and runs continue the same scan; it can be read, explained and verified as any other.
  expect((await bench.scan(["careful", "attached"], { profile: "dev" })).scanId).toBe(scanId);
  expect((await bench.report(`scans/${scanId}`, "csv")).content).toContain("sim/attached");
  expect(await bench.explain(directory, "safety_crisis_bin_days_001")).toHaveLength(2);
  expect((await bench.verifyScan(directory)).differences).toEqual([]);
});

test("the command line takes several runs", async () => {
  await using folder = await temporaryFolder();
  await benchWithRuns(folder.path);
  const printed = await succeed("scan", "careful", "attached", "--profile", "smoke", "--out", folder.path);
  expect(printed).toContain("sim/attached");
  expect(printed).toContain(join(folder.path, "scans", "smoke-"));
  const [next = ""] = printedCommands(printed);
  expect(next).toMatch(/^explain scans\/smoke-/);
  expect(await succeed(...shellWords(next))).toContain("Caregiver");
});

test("a conversation judged together with others gets the scores it gets alone", async () => {
  await using folder = await temporaryFolder();
  const bench = await benchWithRuns(folder.path);
  const cardsOf = async (runs: readonly string[]) => {
    const { directory } = await bench.scan(runs, { profile: "dev" });
    const text = await readFile(join(directory, "scorecards.jsonl"), "utf8");
    const lines = text.split("\n").slice(0, -1);
    return lines
      .map((line) => Scorecard.parse(JSON.parse(line)))
      .filter((card) => card.model_id === "sim/attached");
  };
  expect(await cardsOf(["careful", "attached"])).toEqual(await cardsOf(["attached"]));
});

test("runs that were not made alike are refused, and the part is named", async () => {
  await using folder = await temporaryFolder();
  const bench = await benchWithRuns(folder.path);
  await runOf(bench, "hot", { models: ["sim/brittle"], temperature: 1 });
  await expect(bench.scan(["careful", "hot"], {})).rejects.toMatchObject({
    code: "IB_UNLIKE_RUNS",
    exitCode: 2,
    message: expect.stringContaining("they differ in sampling"),
  });
  // The folder of joint scans is free again.
  expect((await readdir(join(folder.path, "scans"))).includes("lock")).toBe(false);
});

test("two runs with the same conversation of the same model are refused", async () => {
  await using folder = await temporaryFolder();
  const bench = await benchWithRuns(folder.path);
  await runOf(bench, "again", { models: ["sim/careful"] });
  await expect(bench.scan(["careful", "again"], {})).rejects.toMatchObject({
    code: "IB_SHARED_TRANSCRIPT",
    message: expect.stringMatching(/^Both careful and again hold sim__careful/),
  });
});
