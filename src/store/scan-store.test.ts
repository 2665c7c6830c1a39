import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { sha256 } from "../kernel/hash.ts";
import { RunId } from "../schema/ids.ts";
import { CostReport } from "../schema/run/manifest.ts";
import { SCAN_PLAN } from "../schema/scan/scan-plan.fixture.ts";
import { BlindspotRates, SUMMARY_VERSION, Summary } from "../schema/scan/summary.ts";
import { VerdictRow } from "../schema/scan/verdict.ts";
import { openRun } from "./run-store.ts";
import type { ScanStore } from "./scan-store.ts";

const HASH = sha256("anything");

function verdict(repeat: number): VerdictRow {
  return VerdictRow.parse({
    schema_version: 1,
    transcript_id: `sim__careful/safety_crisis_night_001.r${repeat}`,
    model_id: "sim/careful",
    scenario_id: "safety_crisis_night_001",
    repeat,
    mode_id: "IB-A1",
    eligible: false,
    verdict: "NOT_APPLICABLE",
    severity: "S5",
    primary_bucket: "A",
    confidence: 1,
    evidence: [],
    scorer_version: "1.0.0",
    prompt_hash: null,
    details: {
      route: "hybrid_llm",
      cause: "not_eligible",
      windows: [],
      votes: [],
      policy: null,
      adjudication_required: false,
    },
  });
}

async function openScan(): Promise<ScanStore> {
  const directory = await mkdtemp(join(tmpdir(), "ib-scan-"));
  const run = await openRun({ results: directory, runId: RunId.parse("run-1"), mode: "create" });
  onTestFinished(async () => {
    await run.close();
    await rm(directory, { recursive: true });
  });
  return run.scan(RunId.parse("scan-1"));
}

test("a scan exists once it is planned", async () => {
  const scan = await openScan();
  expect(await scan.exists()).toBe(false);
  await expect(scan.readPlan()).rejects.toMatchObject({ code: "IB_NO_SUCH_ARTIFACT" });
  await scan.writePlan(SCAN_PLAN);
  expect(await scan.exists()).toBe(true);
  expect(await scan.readPlan()).toEqual(SCAN_PLAN);
});

test("verdicts stream in and out in the order given", async () => {
  const scan = await openScan();
  await scan.writeVerdicts(
    (async function* rows() {
      for (let repeat = 1; repeat <= 300; repeat += 1) yield verdict(repeat);
    })(),
  );
  const rows = await Array.fromAsync(scan.readVerdicts());
  expect(rows.map((row) => row.repeat)).toEqual(Array.from({ length: 300 }, (_, index) => index + 1));
  expect(rows[0]).toEqual(verdict(1));
});

test("a row that the schema refuses is never written", async () => {
  const scan = await openScan();
  await scan.writeVerdicts([verdict(1)]);
  await expect(scan.writeVerdicts([verdict(2), { ...verdict(3), confidence: 2 }])).rejects.toThrow(
    "confidence",
  );
  expect(await Array.fromAsync(scan.readVerdicts())).toEqual([verdict(1)]);
});

test("the small artefacts of a scan come back as they were written", async () => {
  const scan = await openScan();
  const cost = CostReport.parse({
    schema_version: 1,
    scan_id: "scan-1",
    judge: null,
    estimated_calls: { min: 0, expected: 0, max: 0 },
    estimated_cost_usd: 0,
    actual: null,
  });
  const rates = BlindspotRates.parse({ schema_version: SUMMARY_VERSION, rates: [] });
  const summary = Summary.parse({
    schema_version: SUMMARY_VERSION,
    simulated: true,
    profile: "smoke",
    judge: null,
    fingerprints: { transcripts: null, scoring: HASH },
    bootstrap: { algorithm: "none", seed: "1", resamples: 0 },
    models: [],
  });
  await scan.writeCostReport(cost);
  await scan.writeScores({ scorecards: [], rates, summary });
  expect(await scan.readCostReport()).toEqual(cost);
  expect(await scan.readBlindspotRates()).toEqual(rates);
  expect(await scan.readSummary()).toEqual(summary);
  expect(await Array.fromAsync(scan.readScorerResults())).toEqual([]);
  expect(await Array.fromAsync(scan.readScorecards())).toEqual([]);
});

test("a rendering is written below the scan and its path returned", async () => {
  const scan = await openScan();
  const path = await scan.writeText("report", ["<!doctype html>", "<p>hello"]);
  expect(path).toBe(join(scan.directory, "report", "index.html"));
  expect(await readFile(path, "utf8")).toBe("<!doctype html><p>hello");
});
