import { expect, test } from "vitest";
import type { ScanPlan } from "../../schema/scan/scan-plan.ts";
import { renderCostQuestion } from "./plans.ts";

const free = { low: 0, expected: 0, high: 0 };

/** As much of a plan as the question looks at. */
function planWith(change: object): ScanPlan {
  return {
    judge: { model_id: "acme/judge", simulated: false },
    planned_llm_calls: { min: 1, expected: 5, max: 9 },
    estimated_cost_usd: free,
    ...change,
  } as unknown as ScanPlan;
}

test("a judge that costs nothing needs no question, unless a second one may cost something", () => {
  expect(renderCostQuestion(planWith({}))).toBeNull();
  const adjudicator = { model_id: "acme/second", simulated: false };
  const asked = "5 calls to acme/judge, about $0, and those to acme/second, which are not in it.";
  expect(renderCostQuestion(planWith({ adjudicator }))).toBe(asked);
  const judge = { model_id: "sim/judge", simulated: true };
  expect(renderCostQuestion(planWith({ judge, adjudicator }))).toContain("acme/second");
  expect(renderCostQuestion(planWith({ adjudicator: { ...adjudicator, simulated: true } }))).toBeNull();
});

test("a price that nobody knows is asked about as such", () => {
  expect(renderCostQuestion(planWith({ estimated_cost_usd: null }))).toBe(
    "5 calls to acme/judge, price unknown.",
  );
});
