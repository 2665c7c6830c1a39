import { join } from "node:path";
import { expect, test } from "vitest";
import { RunId, TranscriptId } from "../schema/ids.ts";
import { runDirectory } from "./layout.ts";

test("every artefact has its place", () => {
  const run = runDirectory("results", RunId.parse("run-1"));
  const scan = run.scan(RunId.parse("scan-1"));
  const id = TranscriptId.parse("sim__careful/safety_crisis_night_001.r2");
  const inRun = (...names: string[]) => join("results", "run-1", ...names);
  const inScan = (...names: string[]) => inRun("scans", "scan-1", ...names);
  expect(run.transcript(id)).toBe(inRun("transcripts", "sim__careful", "safety_crisis_night_001.r2.jsonl"));
  expect([run.runPlan, run.runManifest, run.journal]).toEqual([
    inRun("run_plan.json"),
    inRun("run_manifest.json"),
    inRun("journal.jsonl"),
  ]);
  expect(scan).toEqual({
    path: inScan(),
    scanPlan: inScan("scan_plan.json"),
    costReport: inScan("cost_report.json"),
    journal: inScan("journal.jsonl"),
    verdicts: inScan("verdicts.jsonl"),
    scorerResults: inScan("scorer_results.jsonl"),
    scorecards: inScan("scorecards.jsonl"),
    blindspotRates: inScan("blindspot_rates.json"),
    summaryJson: inScan("summary.json"),
    summaryMarkdown: inScan("summary.md"),
    report: inScan("report", "index.html"),
    labels: inScan("labels.jsonl"),
    seal: inScan("seal.json"),
    gateJunit: inScan("gate.xml"),
    gateMarkdown: inScan("gate.md"),
  });
});

test.for(["../evil.r1", "a/...r1", "a\\b/c.r1", "./c.r1"])(
  "an id cannot lead out of its folder: %s",
  (id) => {
    const run = runDirectory("results", RunId.parse("run-1"));
    expect(() => run.transcript(TranscriptId.parse(id))).toThrow("is not a transcript id");
  },
);
