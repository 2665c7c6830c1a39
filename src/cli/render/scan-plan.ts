import { formatQuantity, formatUsd } from "../../report/format-number.ts";
import type { ScanPlan } from "../../schema/scan-plan.ts";

export function renderScanPlan(plan: ScanPlan): string {
  const { min, expected, max } = plan.planned_llm_calls;
  const cells = Object.values(plan.by_check);
  const sum = (field: "windows" | "cues") => cells.reduce((total, cell) => total + (cell[field] ?? 0), 0);
  return [
    `Profile      ${plan.profile} (${formatQuantity(plan.checks.length, "check")}, policy ${plan.policy})`,
    `Judge        ${plan.judge?.model_id ?? "none"}`,
    `Transcripts  ${plan.transcripts.length}, ${formatQuantity(plan.eligible_checks, "eligible check")} in all`,
    `Windows      ${sum("windows")}, with ${formatQuantity(sum("cues"), "cue")}`,
    `Judge calls  ${expected} expected (${min} to ${max})`,
    ...tokenLines(plan),
    ...priceLines(plan),
    ...(plan.checks_without_judge.length === 0
      ? []
      : [`UNCLEAR for want of a judge, where they are not clean: ${plan.checks_without_judge.join(", ")}`]),
  ].join("\n");
}

function tokenLines({ estimated_tokens: tokens, judge }: ScanPlan): string[] {
  if (judge === null) return [];
  const { prefix = 0, suffix = 0, output, output_per_call = 0, output_per_call_from: from } = tokens;
  const perCall = `${Math.round(output_per_call)} a call, ${from === "earlier_scans" ? "as measured" : "assumed"}`;
  return [
    `Tokens       ${prefix} of shared prefix, ${suffix} of questions, ${output} of output (${perCall})`,
  ];
}

function priceLines({
  estimated_cost_usd: cost,
  estimated_cost_parts_usd: parts,
  pricing,
}: ScanPlan): string[] {
  if (cost === null) return ["Price        unknown"];
  const price = `Price        ${formatUsd(cost.expected)} (${formatUsd(cost.low)} to ${formatUsd(cost.high)})`;
  if (cost.high === 0 || parts == null) return [price];
  return [
    `${price}, prices as of ${pricing.as_of}`,
    `             uncached ${formatUsd(parts.uncached)}, cache write ${formatUsd(parts.cache_write)}, cache read ${formatUsd(parts.cache_read)}, output ${formatUsd(parts.output)}`,
  ];
}
