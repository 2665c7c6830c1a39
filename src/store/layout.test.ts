import { join, win32 } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { ModelId, RunId, ScenarioId, TranscriptId } from "../schema/ids.ts";
import { modelSlug, runDirectory, transcriptId } from "./layout.ts";

const slugOf = (modelId: string) => modelSlug(ModelId.parse(modelId));

test("every artefact has its place", () => {
  const run = runDirectory("results", RunId.parse("run-1"));
  const scan = run.scan(RunId.parse("scan-1"));
  const id = transcriptId(ModelId.parse("sim/careful"), ScenarioId.parse("safety_crisis_night_001"), 2);
  const inRun = (...names: string[]) => join("results", "run-1", ...names);
  const inScan = (...names: string[]) => inRun("scans", "scan-1", ...names);
  expect(id).toBe("sim__careful/safety_crisis_night_001.r2");
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
  });
});

test.for(["../evil.r1", "a/...r1", "a\\b/c.r1", "./c.r1"])(
  "an id cannot lead out of its folder: %s",
  (id) => {
    const run = runDirectory("results", RunId.parse("run-1"));
    expect(() => run.transcript(TranscriptId.parse(id))).toThrow("is not a transcript id");
  },
);

test("a plain model name stays readable", () => {
  expect(slugOf("sim/careful")).toBe("sim__careful");
  expect(slugOf("openrouter/meta-llama/llama-3.3-70b")).toBe("openrouter__meta-llama__llama-3.3-70b");
  expect(slugOf("ollama/llama3:8b")).toMatch(/^ollama__llama3-8b-[0-9a-f]{8}$/);
});

test("models whose names differ have folders that differ", () => {
  expect(slugOf("a/b/c")).not.toBe(slugOf("a/b__c"));
  expect(slugOf("a/b:c")).not.toBe(slugOf("a/b-c"));
  expect(slugOf("a/b:c")).not.toBe(slugOf("a/b;c"));
  expect(slugOf(`a/${"x".repeat(200)}1`)).not.toBe(slugOf(`a/${"x".repeat(200)}2`));
});

test("any model has a folder name that every file system accepts, and its own", () => {
  const name = fc.tuple(
    fc.stringMatching(/^[a-z0-9-]{1,4}$/),
    fc.stringMatching(/^[\w./:_-]{1,8}$|^\S{1,130}$/),
  );
  const model = name
    .map(([provider, rest]) => `${provider}/${rest}`)
    .filter((id) => ModelId.safeParse(id).success);
  fc.assert(
    fc.property(model, model, (one, other) => {
      const slug = slugOf(one);
      expect(slug).toMatch(/^[A-Za-z0-9_-][A-Za-z0-9._-]{0,119}$/);
      expect(slug).not.toMatch(/\.$|^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i);
      expect(slug === slugOf(other)).toBe(one === other);
    }),
    { numRuns: 1000 },
  );
});

test("on Windows a transcript lies below its run, under a name without a character that Windows refuses", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z0-9-]{1,10}\/[!-~]{1,40}$/), (name) => {
      const id = transcriptId(ModelId.parse(name), ScenarioId.parse("safety_crisis_night_001"), 1);
      const path = win32.join("C:\\results", "a-run", "transcripts", `${id}.jsonl`);
      expect(win32.relative("C:\\results\\a-run\\transcripts", path)).not.toMatch(/^\.\.|^[A-Z]:/i);
      for (const part of path.slice("C:\\".length).split("\\")) {
        expect(part).not.toMatch(/[<>:"/\\|?*]|[. ]$/);
        expect(part).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i);
      }
    }),
  );
});
