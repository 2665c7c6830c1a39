import { expect, test } from "vitest";
import type { Comparison } from "../schema/board/comparison.ts";
import { CheckId, ModelId, ScenarioId } from "../schema/ids.ts";
import { ScanPlan } from "../schema/scan/scan-plan.ts";
import { type SyntheticScanOptions, syntheticCorpus, syntheticScan } from "./board-scan.fixture.ts";
import { type ComparedScan, compareScans, isWithoutPeople } from "./compare-scans.ts";
import type { IndexedVerdict } from "./verdict-index.ts";

const corpus = syntheticCorpus(48);
const MODEL = "maker-a/model";
const HASH = "0".repeat(64);
const model = { modelId: MODEL, failureRate: 0.2, hardFailRate: 0.05 };

function side(
  options: Partial<SyntheticScanOptions> = {},
  verdicts: readonly IndexedVerdict[] = [],
): ComparedScan {
  const scan = syntheticScan({ corpus, seed: "one", models: [model], ...options });
  const byPlace = new Map(verdicts.map((row) => [`${row.scenarioId}.r${row.repeat}#${row.checkId}`, row]));
  return { scan, verdicts: new Map([[ModelId.parse(options.models?.[0]?.modelId ?? MODEL), byPlace]]) };
}

function compare(first: ComparedScan, second: ComparedScan, anyway = false): Comparison {
  return compareScans({ first, second, anyway, corpus });
}

function verdictOn(scenario: number, check: string, verdict: "PASS" | "FAIL"): IndexedVerdict {
  const id = [...corpus.scenarios.keys()][scenario];
  return {
    scenarioId: ScenarioId.parse(id),
    repeat: 1,
    checkId: CheckId.parse(check),
    severity: check.startsWith("IB-A") ? "S5" : "S3",
    verdict,
    rationale: verdict === "PASS" ? "Nothing was said." : null,
    quotes: verdict === "FAIL" ? [{ turn: 2, role: "assistant", quote: "You are imagining it." }] : [],
  };
}

test("a scan against itself differs in nothing, and no p-value pretends otherwise", () => {
  const [compared] = compare(side(), side()).models;
  expect(compared?.scores.map(({ difference, p_holm }) => [difference, p_holm])).toEqual(
    compared?.scores.map(() => [{ low: 0, high: 0 }, 1]),
  );
  expect(compared?.scores.map(({ answer }) => answer)).toEqual(compared?.scores.map(() => "cannot_tell"));
  expect(
    compared?.gates.every(({ p, only_first, only_second }) => p === 1 && only_first + only_second === 0),
  ).toBe(true);
});

test("a planted difference is found in scores, second minus first, by both tests", () => {
  const better = side({ seed: "two", models: [{ ...model, failureRate: 0.02, hardFailRate: 0 }] });
  const overall = compare(side(), better).models[0]?.scores.find(({ score }) => score === "overall");
  expect(overall?.difference?.low).toBeCloseTo((overall?.second?.low ?? 0) - (overall?.first?.high ?? 0));
  expect(overall?.answer).toBe("second_better");
  expect(overall?.interval?.low).toBeGreaterThan(0);
  expect(overall?.p).toBeLessThan(0.01);
  expect(overall?.p_holm).toBeGreaterThanOrEqual(overall?.p ?? 1);
});

test("a gate that is open counts either way, and what it leaves possible is no answer", () => {
  const open = side({
    change: (card) => ({
      ...card,
      hard_fail: false,
      gate_status: { ...card.gate_status, safety: "not_established" },
    }),
  });
  const hardFail = compare(side(), open).models[0]?.scores.find(({ score }) => score === "hard_fail");
  expect(hardFail).toMatchObject({ second: { low: 0, high: 1 }, p: 1, answer: "cannot_tell" });
});

test("a gate that only the second passes counts for the second", () => {
  const failing = side({
    change: (card) => ({
      ...card,
      gate_status: {
        ...card.gate_status,
        compliance: card.scenario_id.startsWith("safety") ? "failed" : "passed",
      },
    }),
  });
  const gate = compare(failing, side()).models[0]?.gates.find((each) => each.gate === "compliance");
  expect(gate).toMatchObject({
    only_first: 0,
    only_second: 12,
    both: 36,
    difference: { low: 0.25, high: 0.25 },
  });
  expect(gate?.interval?.low).toBeGreaterThan(0);
});

test("flipped checks carry the grounds of both sides, the gravest first", () => {
  const first = side({}, [
    verdictOn(0, "IB-C1", "PASS"),
    verdictOn(1, "IB-A1", "FAIL"),
    verdictOn(2, "IB-C1", "PASS"),
  ]);
  const second = side({}, [
    verdictOn(0, "IB-C1", "FAIL"),
    verdictOn(1, "IB-A1", "PASS"),
    verdictOn(2, "IB-C1", "PASS"),
  ]);
  const [compared] = compare(first, second).models;
  expect(compared?.flips.map(({ mode_id, first: a, second: b }) => [mode_id, a.verdict, b.verdict])).toEqual([
    ["IB-A1", "FAIL", "PASS"],
    ["IB-C1", "PASS", "FAIL"],
  ]);
  expect(compared?.flips[1]).toMatchObject({
    flag: "flag_c",
    first: { rationale: "Nothing was said." },
    second: { quotes: [{ turn: 2, quote: "You are imagining it." }] },
  });
});

test("the screen of checks counts scenarios and never makes a p-value smaller", () => {
  const numbers = Array.from({ length: 12 }, (_, index) => index);
  const first = side(
    {},
    numbers.map((index) => verdictOn(index, "IB-C1", "PASS")),
  );
  const second = side(
    {},
    numbers.map((index) => verdictOn(index, "IB-C1", index < 10 ? "FAIL" : "PASS")),
  );
  const [check] = compare(first, second).models[0]?.checks ?? [];
  expect(check).toMatchObject({ scenarios: 12, failed_first: 0, failed_second: 10, only_second: 10 });
  expect(check?.p).toBeCloseTo(2 / 2 ** 10);
  expect(check?.q).toBeGreaterThanOrEqual(check?.p ?? 1);
});

test("scans that were not made alike are refused with the parts named, or compared anyway and marked", () => {
  const other = side({ parts: { system_prompt: "other" }, scoringParts: { judge_model: "other" } });
  expect(() => compare(side(), other)).toThrow("differ in transcripts.system_prompt, scoring.judge_model");
  expect(compare(side(), other, true).differing_parts).toEqual([
    "transcripts.system_prompt",
    "scoring.judge_model",
  ]);
});

test("two models of one scan can be set against each other, and strangers cannot", () => {
  const two = { models: [model, { ...model, modelId: "maker-b/other" }] };
  const named = compare({ ...side(two), model: MODEL }, { ...side(two), model: "maker-b/other" });
  expect(
    named.models.map(({ first_model_id, second_model_id }) => [first_model_id, second_model_id]),
  ).toEqual([[MODEL, "maker-b/other"]]);
  expect(compare(side(two), side(two)).models).toHaveLength(2);
  const strangers = side({
    models: [
      { ...model, modelId: "x/1" },
      { ...model, modelId: "x/2" },
    ],
  });
  expect(() => compare(side(), strangers)).toThrow("has no model to set against maker-a/model");
  expect(() => compare({ ...side(), model: "nobody/1" }, side())).toThrow("nobody/1");
  const { scan, ...rest } = side();
  const ofALog = scan.scorecards.map((card) => ({ ...card, scenario_id: ScenarioId.parse("import_conv_1") }));
  expect(() => compare(side(), { ...rest, scan: { ...scan, scorecards: ofALog } }, true)).toThrow(
    "has no scenario in common with the conversations of maker-a/model",
  );
});

test("verdicts that people decided in scans of other conversations are left out, and counted", () => {
  const [mine, judged] = [verdictOn(0, "IB-A1", "FAIL"), verdictOn(1, "IB-C1", "FAIL")];
  const first = side({}, [verdictOn(0, "IB-A1", "PASS"), verdictOn(1, "IB-C1", "PASS")]);
  const second = side({ seed: "two", scoringParts: { people: "labels" } }, [
    { ...mine, byPeople: true },
    judged,
  ]);
  const people = {
    ...{ scan_id: "publish-0", scoring: HASH, verdicts: HASH, annotators: ["anna"], alone: 0, disputed: 0 },
    labels: [{ sha256: HASH, rows: 1 }],
    batches: [{ batch_id: "review-0123456789ab", batch_hash: HASH }],
    decided: [{ judge: "UNCLEAR", people: "FAIL", verdicts: 1 }],
  };
  const plan = ScanPlan.parse({ ...second.scan.plan, people });
  const byPeople = { ...second, scan: { ...second.scan, plan } };
  expect(isWithoutPeople(first.scan, byPeople.scan)).toBe(true);
  const { differing_parts, without_people, models } = compare(first, byPeople);
  expect({ differing_parts, without_people }).toEqual({
    differing_parts: [],
    without_people: { first: 0, second: 1 },
  });
  expect(models[0]?.flips.map(({ mode_id }) => mode_id)).toEqual(["IB-C1"]);
  expect(models[0]?.checks.map(({ mode_id }) => mode_id)).toEqual(["IB-C1"]);
  expect(isWithoutPeople(first.scan, side({ scoringParts: { checks: "x" } }).scan)).toBe(false);
});
