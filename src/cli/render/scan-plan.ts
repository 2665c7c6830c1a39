import { formatQuantity } from "../../report/format-number.ts";
import type { ScanPlan } from "../../schema/scan-plan.ts";

export function renderScanPlan(plan: ScanPlan): string {
  const { min, expected, max } = plan.planned_llm_calls;
  const cost = plan.estimated_cost_usd;
  return [
    `Profile      ${plan.profile} (${formatQuantity(plan.checks.length, "check")}, policy ${plan.policy})`,
    `Judge        ${plan.judge?.model_id ?? "none"}`,
    `Transcripts  ${plan.transcripts.length}, ${formatQuantity(plan.eligible_checks, "eligible check")} in all`,
    `Judge calls  ${expected} expected (${min} to ${max})`,
    `Price        ${cost === null ? "unknown" : `$${cost.expected.toFixed(2)} ($${cost.low.toFixed(2)} to $${cost.high.toFixed(2)})`}`,
    ...(plan.checks_without_judge.length === 0
      ? []
      : [`UNCLEAR for want of a judge, where they are not clean: ${plan.checks_without_judge.join(", ")}`]),
  ].join("\n");
}
