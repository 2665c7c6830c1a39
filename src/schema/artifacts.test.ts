import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type * as z from "zod";
import { CalibrationStatus } from "./calibration-status.ts";
import { Check } from "./check.ts";
import { GatePolicy } from "./gate-policy.ts";
import { GoldenSet } from "./golden-card.ts";
import { HumanLabel } from "./human-label.ts";
import { JournalEntry } from "./journal.ts";
import { JudgeConfig } from "./judge-config.ts";
import { Leaderboard } from "./leaderboard.ts";
import { Lexicon } from "./lexicon.ts";
import { CostReport, RunManifest } from "./manifest.ts";
import { ModelCatalog } from "./model-catalog.ts";
import { ReferenceFile } from "./reference-fact.ts";
import { RegardConfig } from "./regard-config.ts";
import { RuleFile } from "./rule-set.ts";
import { RunPlan } from "./run-plan.ts";
import { ScanPlan } from "./scan-plan.ts";
import { Scenario } from "./scenario.ts";
import { Scorecard } from "./scorecard.ts";
import { ScorerResult } from "./scorer-result.ts";
import { ScoringConfig } from "./scoring-config.ts";
import { BlindspotRates, Summary } from "./summary.ts";
import { TagList } from "./tag-list.ts";
import { TranscriptHeader, TranscriptMessage } from "./transcript.ts";
import { VerdictRow } from "./verdict.ts";

const fixtures = join(import.meta.dirname, "../../test/fixtures/artifacts");

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
  ...lines("v1/scorecards.jsonl", Scorecard),
  ...lines("v1/scorer_results.jsonl", ScorerResult),
  whole("v1/summary.json", Summary),
  whole("v1/blindspot_rates.json", BlindspotRates),
  ...lines("v1/journal.jsonl", JournalEntry),
  whole("v1/run_manifest.json", RunManifest),
  whole("v1/cost_report.json", CostReport),
  ...lines("v1/human_labels.jsonl", HumanLabel),
  whole("v1/leaderboard.json", Leaderboard),
  whole("v1/calibration_status.json", CalibrationStatus),
];
const authored = [
  whole("authored/scenario.json", Scenario),
  whole("authored/check.json", Check),
  whole("authored/lexicon.json", Lexicon),
  whole("authored/golden.json", GoldenSet),
  whole("authored/tags.json", TagList),
  whole("authored/reference.json", ReferenceFile),
  whole("authored/rules.json", RuleFile),
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

const versioned = written.flatMap((example) =>
  typeof example.value === "object" && example.value !== null && "schema_version" in example.value
    ? [{ ...example, value: example.value }]
    : [],
);

test.each(versioned)(
  "$name is refused without its schema_version, or with a newer one",
  ({ schema, value }) => {
    const { schema_version, ...unversioned } = value;
    expect(schema_version).toBe(1);
    expect(schema.safeParse(unversioned).success).toBe(false);
    expect(schema.safeParse({ ...value, schema_version: 2 }).error?.issues[0]?.path).toEqual([
      "schema_version",
    ]);
  },
);
