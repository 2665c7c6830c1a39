import { expect, test } from "vitest";
import { CheckId, ModelId, RunId, Sha256 } from "../schema/ids.ts";
import { CostReport } from "../schema/run/manifest.ts";
import { ScanPlan } from "../schema/scan/scan-plan.ts";
import { costReport } from "./cost-report.ts";

const SCAN = RunId.parse("publish-1");
const JUDGE = ModelId.parse("openai/gpt-5-mini");
const A1 = CheckId.parse("IB-A1");

function planWith(parts: Partial<ScanPlan> = {}): ScanPlan {
  return ScanPlan.parse({
    schema_version: 1,
    profile: "publish",
    policy: "mixed",
    judge: { model_id: JUDGE, simulated: false },
    checks: [A1],
    votes: { [A1]: { repetitions: 3, policy: "decided" } },
    transcripts: [],
    eligible_checks: 0,
    planned_llm_calls: { min: 1, expected: 10, max: 20 },
    by_check: {},
    estimated_tokens: { input: 1000, output: 800, uncached: 300, cache_write: 200, cache_read: 500 },
    estimated_cost_usd: { low: 1, expected: 2, high: 3 },
    pricing: { known: true, source: "a list", as_of: "2026-11-15" },
    checks_without_judge: [],
    fingerprints: { transcripts: null, scoring: { hash: Sha256.parse("0".repeat(64)), parts: {} } },
    ...parts,
  });
}

const calls = {
  replied: 11,
  failed: 1,
  replaced: { replied: 0, failed: 0 },
  retries: 2,
  fromCache: 3,
  lostInFlight: 0,
  usage: { input_tokens: 1000, cached_tokens: 400, output_tokens: 1000, reasoning_tokens: 900 },
  costUsd: 2.5,
  lostUsd: 0,
  unpriced: 0,
  unmetered: 0,
};

test("before the scan there is an estimate and nothing beside it", () => {
  const report = costReport(SCAN, planWith(), null);
  expect(CostReport.parse(report)).toEqual(report);
  expect(report).toMatchObject({
    estimated_tokens: { uncached: 500, cached: 500, output: 800 },
    estimated_cost_usd: 2,
    actual: null,
  });
});

test("after the scan the actual stands beside the estimate, with the difference in percent", () => {
  const report = costReport(SCAN, planWith(), { ...calls, byModel: new Map([[JUDGE, calls]]) });
  expect(CostReport.parse(report)).toEqual(report);
  expect(report.actual).toMatchObject({
    calls: 11,
    retries: 2,
    from_cache: 3,
    cost_usd: 2.5,
    tokens: { uncached: 600, cached: 400, output: 1000, reasoning: 900 },
    by_stage: { judge: { cost_usd: 2.5 } },
    by_model: { [JUDGE]: { calls: 11, cost_usd: 2.5 } },
    // Three of eleven replies needed no call.
    difference_percent: { calls: -10, uncached: 20, cached: -20, output: 25, cost_usd: 25 },
  });
});

test("a sum with a price missing is no price, and a simulated judge costs nothing", () => {
  const unpriced = { ...calls, unpriced: 1, byModel: new Map() };
  expect(costReport(SCAN, planWith(), unpriced).actual).toMatchObject({
    cost_usd: null,
    difference_percent: { cost_usd: null },
  });
  const judge = { model_id: ModelId.parse("sim/judge"), simulated: true };
  const free = planWith({ judge, estimated_cost_usd: { low: 0, expected: 0, high: 0 } });
  expect(costReport(SCAN, free, unpriced).actual).toMatchObject({
    cost_usd: 0,
    difference_percent: { cost_usd: null },
  });
});

test("beside a simulated judge a real second one costs what it costs", () => {
  const judge = { model_id: ModelId.parse("sim/judge"), simulated: true };
  const free = { low: 0, expected: 0, high: 0 };
  const plan = planWith({
    judge,
    estimated_cost_usd: free,
    adjudicator: { model_id: JUDGE, simulated: false },
    adjudication: { calls: { min: 0, expected: 4, max: 8 }, cost_usd: { low: 1, expected: 2, high: 4 } },
  });
  const unpriced = { ...calls, costUsd: 0, unpriced: 11 };
  const byModel = new Map([
    [judge.model_id, unpriced],
    [JUDGE, calls],
  ]);
  const report = costReport(SCAN, plan, { ...unpriced, costUsd: 2.5, byModel });
  expect(report).toMatchObject({ estimated_calls: { min: 1, expected: 14, max: 28 }, estimated_cost_usd: 2 });
  expect(report.actual).toMatchObject({
    cost_usd: 2.5,
    by_model: { [judge.model_id]: { cost_usd: 0 }, [JUDGE]: { cost_usd: 2.5 } },
  });
});
