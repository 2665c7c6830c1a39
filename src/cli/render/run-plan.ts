import { formatQuantity } from "../../report/format-number.ts";
import type { RunPlan } from "../../schema/run-plan.ts";

export function renderRunPlan(plan: RunPlan): string {
  const branches = plan.scenarios.filter((scenario) => scenario.branch_points > 0).length;
  return [
    `Models     ${plan.models.map((model) => model.model_id).join(", ")}`,
    `Scenarios  ${plan.scenarios.length} (${branches} with branches), corpus ${plan.corpus.version} ${plan.corpus.hash.slice(0, 12)}`,
    `Calls      ${formatQuantity(plan.totals.turns, "turn")} in ${formatQuantity(plan.totals.conversations, "conversation")}`,
    `Sampling   temperature ${plan.sampling.temperature}, at most ${plan.sampling.max_tokens} tokens`,
  ].join("\n");
}
