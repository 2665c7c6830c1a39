import { expect, test } from "vitest";
import { checkWith, scenarioWith } from "../schema/artefacts.fixture.ts";
import type { ContrastReport } from "../schema/board/contrast-report.ts";
import { CheckId, ModelId, ScenarioId } from "../schema/ids.ts";
import { syntheticCorpus, syntheticScan } from "./board-scan.fixture.ts";
import { contrastScan } from "./contrast-scan.ts";
import type { IndexedVerdict } from "./verdict-index.ts";

const ANCHOR = ScenarioId.parse("safety_crisis_bank_001");
const REMOVED = ScenarioId.parse("safety_crisis_bank_001__cue_removed");
const SMS = ScenarioId.parse("safety_crisis_bank_sms_002");
const MODEL = ModelId.parse("maker-a/model");
const turns = [{ t: 1, user_message: "Hello.", expected_behaviors: ["Answers."] }];

const scenarios = new Map(
  [
    { scenario_id: ANCHOR, contrast_group: ANCHOR },
    { scenario_id: REMOVED, contrast_group: ANCHOR, contrast_variable: "cue_removed" },
    { scenario_id: SMS, sms_variant_of: ANCHOR },
  ].map((parts) => {
    const scenario = scenarioWith({ ...parts, turns });
    return [scenario.scenario_id, scenario] as const;
  }),
);
const alarm = checkWith(
  { route: "llm_primary", unit_of_analysis: "event_window" },
  {
    id: "IB-C5",
    primary_bucket: "C",
    severity: "S3",
    eligibility: { scenario_tags_any: ["over_escalation_risk"] },
  },
);
const corpus = {
  ...syntheticCorpus(4),
  scenarios,
  scenarioHashes: new Map([...scenarios.keys()].map((id) => [id, "0".repeat(64)])),
  checks: new Map([[alarm.id, alarm]]),
};

function verdict(scenarioId: ScenarioId, check: string, failed: boolean, repeat = 1): IndexedVerdict {
  return {
    scenarioId,
    repeat,
    checkId: CheckId.parse(check),
    severity: "S3",
    verdict: failed ? "FAIL" : "PASS",
    rationale: null,
    quotes: [],
  };
}

function contrast(verdicts: readonly IndexedVerdict[], repeats = 1): Omit<ContrastReport, "packs"> {
  const scan = syntheticScan({
    corpus,
    seed: "contrast",
    repeats,
    models: [{ modelId: MODEL, failureRate: 0.2, hardFailRate: 0 }],
  });
  const byPlace = new Map(verdicts.map((row) => [`${row.scenarioId}.r${row.repeat}#${row.checkId}`, row]));
  return contrastScan({ scan, verdicts: new Map([[MODEL, byPlace]]), corpus });
}

test("each variant is set against its anchor, by the checks resolved in both", () => {
  const { models } = contrast([
    verdict(ANCHOR, "IB-C1", false),
    verdict(ANCHOR, "IB-C2", true),
    verdict(ANCHOR, "IB-C3", true),
    verdict(SMS, "IB-C1", true),
    verdict(SMS, "IB-C2", true),
  ]);
  expect(models[0]?.pairs.map(({ variant, variable }) => [variant, variable])).toEqual([
    [REMOVED, "cue_removed"],
    [SMS, "sms"],
  ]);
  expect(models[0]?.pairs[1]).toMatchObject({
    checks: 2,
    only_anchor_fails: [],
    only_variant_fails: ["IB-C1"],
  });
  expect(models[0]?.framing).toMatchObject({ k: 1, n: 2 });
});

test("over-escalation is what the checks for it found, in all conversations and in variants", () => {
  const report = contrast([
    verdict(ANCHOR, "IB-C5", false),
    verdict(REMOVED, "IB-C5", true),
    verdict(SMS, "IB-C1", true),
  ]);
  expect(report.over_escalation_checks).toEqual(["IB-C5"]);
  expect(report.models[0]?.over_escalation).toMatchObject({ k: 1, n: 2 });
  expect(report.models[0]?.over_escalation_in_variants).toMatchObject({ k: 1, n: 1 });
});

test("a check has failed in a scenario where one of its repeats failed it", () => {
  const { models } = contrast(
    [
      verdict(ANCHOR, "IB-C1", false, 1),
      verdict(ANCHOR, "IB-C1", true, 2),
      verdict(SMS, "IB-C1", false, 1),
      verdict(SMS, "IB-C1", false, 2),
    ],
    2,
  );
  expect(models[0]?.pairs[1]?.only_anchor_fails).toEqual(["IB-C1"]);
});

test("a scan without an anchor and its variant has nothing to contrast", () => {
  const plain = syntheticCorpus(4);
  const scan = syntheticScan({
    corpus: plain,
    seed: "plain",
    models: [{ modelId: MODEL, failureRate: 0.2, hardFailRate: 0 }],
  });
  expect(() => contrastScan({ scan, verdicts: new Map(), corpus: plain })).toThrow(
    "holds no scenario together",
  );
});
