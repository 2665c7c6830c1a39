import { formatUsd } from "../../report/format-number.ts";
import type { RunPlan } from "../../schema/run-plan.ts";
import type { ScanPlan } from "../../schema/scan-plan.ts";

/** What a person should know before money is spent; `null` where nothing will be. */
export function costQuestion(plan: RunPlan | ScanPlan): string | null {
  if ("planned_llm_calls" in plan) {
    if (plan.judge === null || plan.judge.simulated) return null;
    const cost = plan.estimated_cost_usd;
    const calls = `${plan.planned_llm_calls.expected} calls to ${plan.judge.model_id}`;
    return cost === null ? `${calls}, price unknown.` : `${calls}, about ${formatUsd(cost.expected)}.`;
  }
  const paid = plan.models.filter((model) => !model.simulated);
  if (paid.length === 0) return null;
  const costs = paid.map((model) => model.estimate?.cost_usd?.expected ?? null);
  const known = costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0);
  const unknown = costs.includes(null) ? ", and models whose price is unknown" : "";
  return `${plan.totals.turns} calls, about ${formatUsd(known)}${unknown}.`;
}
