/** What a run or a scan will do and may cost, before the first call. */
import { formatQuantity, formatUsd } from "../../domain/number-words.ts";
import { renderTable } from "../../report/render-table.ts";
import type { RunPlan } from "../../schema/run/run-plan.ts";
import type { ScanPlan } from "../../schema/scan/scan-plan.ts";

/** What a run will do and may cost. */
export function renderRunPlan(plan: RunPlan): string {
  const branches = plan.scenarios.filter((scenario) => scenario.branch_points > 0).length;
  const mark = plan.corpus.private ? ", private" : "";
  return [
    `Scenarios  ${plan.scenarios.length} (${branches} with branches), corpus ${plan.corpus.version} ${plan.corpus.hash.slice(0, 12)}${mark}`,
    `Calls      ${formatQuantity(plan.totals.turns, "turn")} in ${formatQuantity(plan.totals.conversations, "conversation")}`,
    `Sampling   temperature ${plan.sampling.temperature}, at most ${plan.sampling.max_tokens} tokens, seed ${plan.sampling.seed ?? "none"}`,
    `Prompt     ${plan.system_prompt_hash.slice(0, 12)}`,
    "",
    estimateTable(plan),
  ].join("\n");
}

function estimateTable(plan: RunPlan): string {
  const rows = plan.models.map(({ model_id, estimate }) => {
    if (estimate === undefined) return [model_id, "", "", "", "", ""];
    const { calls, input_tokens, output_tokens, cost_usd, reply_tokens_from, pricing } = estimate;
    const cost =
      cost_usd === null
        ? "unknown"
        : `${formatUsd(cost_usd.expected)} (${formatUsd(cost_usd.low)}–${formatUsd(cost_usd.high)})`;
    const basis = reply_tokens_from === "assumption" ? "assumed lengths" : "earlier runs";
    return [
      model_id,
      String(calls),
      thousands(input_tokens.expected),
      thousands(output_tokens.expected),
      cost,
      pricing === null ? basis : `${basis}; prices as of ${pricing.as_of}`,
    ];
  });
  const columns = [
    { title: "model" },
    { title: "calls", align: "right" },
    { title: "input tokens", align: "right" },
    { title: "output tokens", align: "right" },
    { title: "cost" },
    { title: "from" },
  ] as const;
  return renderTable(columns, rows);
}

function thousands(count: number): string {
  return count < 10_000 ? String(count) : `${Math.round(count / 1000)}k`;
}

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

/** What a person should know before money is spent; `null` where nothing will be. */
export function renderCostQuestion(plan: RunPlan | ScanPlan): string | null {
  if ("planned_llm_calls" in plan) {
    if (plan.judge === null || (plan.judge.simulated && plan.adjudicator?.simulated !== false)) return null;
    const cost = plan.estimated_cost_usd;
    const second = plan.adjudicator?.simulated === false ? plan.adjudicator.model_id : null;
    if (cost?.high === 0 && second === null) return null;
    const calls = `${plan.planned_llm_calls.expected} calls to ${plan.judge.model_id}`;
    const price = cost === null ? "price unknown" : `about ${formatUsd(cost.expected)}`;
    // How often votes will split is not known before.
    return `${calls}, ${price}${second === null ? "" : `, and those to ${second}, which are not in it`}.`;
  }
  const paid = plan.models.filter((model) => !model.simulated && model.estimate?.cost_usd?.high !== 0);
  if (paid.length === 0) return null;
  const costs = paid.map((model) => model.estimate?.cost_usd?.expected ?? null);
  const known = costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0);
  const unknown = costs.includes(null) ? ", and models whose price is unknown" : "";
  return `${plan.totals.turns} calls, about ${formatUsd(known)}${unknown}.`;
}
