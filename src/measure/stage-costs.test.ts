import { expect, test } from "vitest";
import { ModelId } from "../schema/ids.ts";
import type { StageTotals } from "../schema/run/manifest.ts";
import type { StoredRunPlan } from "../schema/run/run-plan.ts";
import { meanReplyTokens, targetCosts } from "./stage-costs.ts";

const [a, b] = [ModelId.parse("maker/a"), ModelId.parse("maker/b")];
const usage = { input_tokens: 9, cached_tokens: 0, output_tokens: 60, reasoning_tokens: 0 };
const totals = (cost_usd: number | null, more: Partial<StageTotals> = {}): StageTotals => ({
  calls: 3,
  failed: 0,
  lost_in_flight: 0,
  retries: 0,
  usage,
  cost_usd,
  ...more,
});
function planOf(harness: StoredRunPlan["harness"], models: readonly ModelId[]) {
  // Only the names of a plan's models are read.
  return { harness, models: models.map((model_id) => ({ model_id })) } as Pick<
    StoredRunPlan,
    "harness" | "models"
  >;
}
const manifest = (target: StageTotals, by_model: Record<string, StageTotals> = {}) => ({
  target,
  by_model: Object.fromEntries(
    Object.entries(by_model).map(([model, row]) => [
      ModelId.parse(model),
      { ...row, estimated_cost_usd: null, resolved_models: [], warnings: [] },
    ]),
  ),
});

test("conversations that were had elsewhere were paid for there: their cost is unknown, not zero", () => {
  expect(targetCosts(planOf("import", [a]), manifest(totals(0)))).toEqual([[a, null]]);
});

test("a model's own sum stands; without one the total is a model's only where there is one model", () => {
  const divided = manifest(totals(5), { [a]: totals(2), [b]: totals(null) });
  expect(targetCosts(planOf("llm/raw", [a, b]), divided)).toEqual([
    [a, 2],
    [b, null],
  ]);
  expect(targetCosts(planOf("llm/raw", [a]), manifest(totals(5)))).toEqual([[a, 5]]);
  expect(targetCosts(planOf("llm/raw", [a, b]), manifest(totals(5)))).toEqual([
    [a, null],
    [b, null],
  ]);
});

test("the mean length of a reply leaves cached replies out, and a model with none but those", () => {
  const stages = [{ [a]: totals(1) }, { [a]: totals(1, { calls: 5, from_cache: 2 }) }];
  expect([...meanReplyTokens(stages)]).toEqual([[a, { output: 20, shown: 20 }]]);
  expect(meanReplyTokens([{ [a]: totals(0, { from_cache: 3 }) }]).size).toBe(0);
});

test("replies of unknown usage make no mean shorter, and hidden reasoning is no part of the words", () => {
  const reasoned = { ...usage, reasoning_tokens: 45 };
  const stages = [{ [a]: totals(1, { calls: 5, unmetered: 2, usage: reasoned }) }];
  expect([...meanReplyTokens(stages)]).toEqual([[a, { output: 20, shown: 5 }]]);
  expect(meanReplyTokens([{ [a]: totals(0, { unmetered: 3 }) }]).size).toBe(0);
});

test("replies that were asked for again have tokens of their own, and failures have none", () => {
  const stages = [{ [a]: totals(1, { calls: 2, asked_again: { calls: 1, failed: 4 } }) }];
  expect([...meanReplyTokens(stages)]).toEqual([[a, { output: 20, shown: 20 }]]);
});
