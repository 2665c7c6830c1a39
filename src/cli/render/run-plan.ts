import { formatQuantity, formatUsd } from "../../report/format-number.ts";
import { renderTable } from "../../report/render-table.ts";
import type { RunPlan } from "../../schema/run-plan.ts";

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
