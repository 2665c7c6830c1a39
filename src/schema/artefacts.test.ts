import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type * as z from "zod";
import { Leaderboard } from "./board/leaderboard.ts";
import { GatePolicy } from "./board/release-gate.ts";
import { Check } from "./corpus/check.ts";
import { GoldenSet } from "./corpus/golden-card.ts";
import { HelpLineFile } from "./corpus/help-line.ts";
import { JudgeConfig, RegardConfig } from "./corpus/judge-config.ts";
import { Lexicon } from "./corpus/lexicon.ts";
import { ModelCatalog } from "./corpus/model-catalog.ts";
import { ReferenceFile } from "./corpus/reference-fact.ts";
import { Regime } from "./corpus/regime.ts";
import { RuleFile } from "./corpus/rule-set.ts";
import { Scenario, TagList } from "./corpus/scenario.ts";
import { ScoringConfig } from "./corpus/scoring-config.ts";
import { ChunkCounts, MonitorCounts, MonitorHit, MonitorSummary } from "./monitor/monitor.ts";
import { MonitorSample } from "./monitor/monitor-sample.ts";
import { CalibrationStatus } from "./review/calibration-status.ts";
import { HumanLabel } from "./review/review-label.ts";
import { JournalEntry } from "./run/journal.ts";
import { CostReport, RunManifest } from "./run/manifest.ts";
import { QuarantinedRecord } from "./run/quarantined-record.ts";
import { RunPlan } from "./run/run-plan.ts";
import { TranscriptHeader, TranscriptMessage } from "./run/transcript.ts";
import { ScanPlan } from "./scan/scan-plan.ts";
import { Scorecard } from "./scan/scorecard.ts";
import { ScorerResult } from "./scan/scorer-result.ts";
import { BlindspotRates, Summary } from "./scan/summary.ts";
import { VerdictRow } from "./scan/verdict.ts";

const fixtures = join(import.meta.dirname, "../../test/fixtures/artefacts");

interface Example {
  readonly name: string;
  readonly schema: z.ZodType;
  readonly value: unknown;
}

/** One example per line; a schema for the first line and one for the rest, where they differ. */
function lines(file: string, first: z.ZodType, rest: z.ZodType = first): Example[] {
  const texts = readFileSync(join(fixtures, file), "utf8").trimEnd().split("\n");
  return texts.map((text, index) => ({
    name: `${file}:${index + 1}`,
    schema: index === 0 ? first : rest,
    value: JSON.parse(text),
  }));
}

function whole(file: string, schema: z.ZodType): Example {
  return { name: file, schema, value: JSON.parse(readFileSync(join(fixtures, file), "utf8")) };
}

const written = [
  whole("v1/run_plan.json", RunPlan),
  ...lines("v1/transcript.jsonl", TranscriptHeader, TranscriptMessage),
  whole("v1/scan_plan.json", ScanPlan),
  ...lines("v1/verdicts.jsonl", VerdictRow),
  ...lines("v2/scorecards.jsonl", Scorecard),
  ...lines("v1/scorer_results.jsonl", ScorerResult),
  whole("v2/summary.json", Summary),
  whole("v2/blindspot_rates.json", BlindspotRates),
  ...lines("v1/quarantine.jsonl", QuarantinedRecord),
  ...lines("v1/imported_transcript.jsonl", TranscriptHeader, TranscriptMessage),
  ...lines("v1/journal.jsonl", JournalEntry),
  ...lines("v2/journal.jsonl", JournalEntry),
  whole("v1/run_manifest.json", RunManifest),
  whole("v1/cost_report.json", CostReport),
  ...lines("v1/human_labels.jsonl", HumanLabel),
  whole("v2/leaderboard.json", Leaderboard),
  whole("v1/calibration_status.json", CalibrationStatus),
  whole("v1/monitor.json", MonitorSummary),
  whole("v1/monitor_counts.json", MonitorCounts),
  whole("v1/monitor_chunk.json", ChunkCounts),
  ...lines("v1/monitor_hits.jsonl", MonitorHit),
  whole("v1/monitor_sample.json", MonitorSample),
];
/** Refused by their version: scores without a range. They are recomputed from their verdicts. */
const refused = [
  ...lines("v1/scorecards.jsonl", Scorecard),
  whole("v1/summary.json", Summary),
  whole("v1/blindspot_rates.json", BlindspotRates),
  whole("v1/leaderboard.json", Leaderboard),
];
const authored = [
  whole("authored/scenario.json", Scenario),
  whole("authored/check.json", Check),
  whole("authored/lexicon.json", Lexicon),
  whole("authored/golden.json", GoldenSet),
  whole("authored/tags.json", TagList),
  whole("authored/reference.json", ReferenceFile),
  whole("authored/help-lines.json", HelpLineFile),
  whole("authored/rules.json", RuleFile),
  whole("authored/regime.json", Regime),
  whole("authored/scoring.json", ScoringConfig),
  whole("authored/judge.json", JudgeConfig),
  whole("authored/regard.json", RegardConfig),
  whole("authored/models.json", ModelCatalog),
  whole("authored/gate-policy.json", GatePolicy),
];

/** Every copy of `value` in which one of its objects, however deep, has one key more. */
function withOneKeyMore(value: unknown): unknown[] {
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => withOneKeyMore(item).map((changed) => value.with(index, changed)));
  }
  const deeper = Object.entries(value).flatMap(([key, member]) =>
    withOneKeyMore(member).map((changed) => ({ ...value, [key]: changed })),
  );
  return [{ ...value, surprise: {} }, ...deeper];
}

describe.each([...written, ...authored])("$name", ({ schema, value }) => {
  test("is read, and nothing of it is lost", () => {
    expect(schema.parse(value)).toEqual(value);
  });

  test("is refused with an unknown key at any depth", () => {
    const changes = withOneKeyMore(value);
    expect(changes.length).toBeGreaterThan(0);
    for (const changed of changes) {
      expect(schema.safeParse(changed).error?.message, JSON.stringify(changed)).toContain("surprise");
    }
  });
});

test.each(refused)("$name is refused by its version", ({ schema, value }) => {
  expect(schema.safeParse(value).error?.issues.map(({ path }) => path)).toContainEqual(["schema_version"]);
});

const versioned = written.flatMap((example) =>
  typeof example.value === "object" && example.value !== null && "schema_version" in example.value
    ? [{ ...example, value: example.value }]
    : [],
);

test.each(versioned)(
  "$name is refused without its schema_version, or with a newer one",
  ({ schema, value }) => {
    const { schema_version, ...unversioned } = value;
    expect([1, 2]).toContain(schema_version);
    expect(schema.safeParse(unversioned).success).toBe(false);
    expect(schema.safeParse({ ...value, schema_version: 99 }).error?.issues[0]?.path).toEqual([
      "schema_version",
    ]);
  },
);
