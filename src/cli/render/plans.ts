/** Shows a run's or a scan's work and possible cost before the first call. */

import { abilityLines, isOfProduct, PAID_ELSEWHERE } from "../../domain/models.ts";
import {
  describeEstimate,
  describeSpent,
  formatCostRange,
  formatQuantity,
  formatUsd,
  type Spent,
  type WorkEstimate,
} from "../../domain/number-words.ts";
import { packTitle } from "../../domain/scenarios.ts";
import { estimateWork } from "../../measure/work-estimate.ts";
import { renderTable } from "../../report/render-table.ts";
import { describeProduct, describeProductChecks } from "../../report/words.ts";
import type { RunPlan } from "../../schema/run/run-plan.ts";
import type { ScanPlan } from "../../schema/scan/scan-plan.ts";

/** Renders the work and possible cost of a run. */
export function renderRunPlan(plan: RunPlan, width: number): string {
  return `${renderRun(plan)}\n\n${estimateTable(plan, width)}`;
}

/** Renders the work of a run, planned or done. */
export function renderRun(plan: RunPlan): string {
  const branches = plan.scenarios.filter((scenario) => scenario.branch_points > 0).length;
  const { pack } = plan.corpus;
  const mark = `${pack === undefined ? "" : `, pack ${packTitle(pack)}`}${plan.corpus.private ? ", private" : ""}`;
  return [
    `Scenarios  ${plan.scenarios.length} (${branches} with branches), corpus ${plan.corpus.version} ${plan.corpus.hash.slice(0, 12)}${mark}`,
    `Calls      ${formatQuantity(plan.totals.turns, "turn")} in ${formatQuantity(plan.totals.conversations, "conversation")}`,
    ...sendingLines(plan),
    ...(plan.product === undefined ? [] : [`Product    ${describeProduct(plan.product)}`]),
    ...abilityLines(plan.can).map((ability) => `Can        ${ability}, as its maker declares`),
    ...(plan.router === undefined
      ? []
      : [
          `Branches   by ${plan.router.model_id}, ${formatQuantity(plan.router.estimate?.calls ?? 0, "question")} ${plan.router.template_hash.slice(0, 12)}`,
        ]),
  ].join("\n");
}

/** Describes what a model gets beside the conversation; a product has its own settings. */
function sendingLines({ harness, sampling, system_prompt_hash }: RunPlan): readonly string[] {
  if (isOfProduct(harness)) return ["Sampling   the product's own, and so is its prompt"];
  const { temperature, max_tokens, seed } = sampling;
  return [
    `Sampling   temperature ${temperature}, at most ${max_tokens} tokens, seed ${seed ?? "none"}`,
    `Prompt     ${system_prompt_hash.slice(0, 12)}`,
  ];
}

function estimateTable(plan: RunPlan, width: number): string {
  const routerName = plan.router && `${plan.router.model_id} (router)`;
  const router =
    plan.router === undefined || routerName === undefined ? [] : [{ ...plan.router, name: routerName }];
  const asked = [...plan.models.map((model) => ({ ...model, name: model.model_id })), ...router];
  const rows = asked.map(({ name, estimate }) => {
    if (estimate === undefined) return [name, "", "", "", "", ""];
    const { calls, input_tokens, output_tokens, cost_usd, reply_tokens_from, pricing } = estimate;
    const cost = cost_usd === null ? "unknown" : formatCostRange(cost_usd);
    const basis = reply_tokens_from === "assumption" ? "assumed lengths" : "earlier runs";
    return [
      name,
      String(calls),
      // A product's own processing and prompt are unknown.
      ...(isOfProduct(plan.harness) && name !== routerName
        ? ["—", "—"]
        : [thousands(input_tokens.expected), thousands(output_tokens.expected)]),
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
  return renderTable(columns, rows, width);
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
    ...(plan.needs_product === undefined
      ? []
      : [`Checks       ${describeProductChecks(plan.needs_product)}`]),
    `Judge        ${plan.judge?.model_id ?? "none"}${plan.batch ? ", asked in batches" : ""}`,
    ...(plan.deidentify === true
      ? ["Identifiers  shown to judges as placeholders, as far as rules find them (docs/deidentify.md)"]
      : []),
    `Transcripts  ${plan.transcripts.length}, ${formatQuantity(plan.eligible_checks, "eligible check")} in all`,
    `Windows      ${sum("windows")}, with ${formatQuantity(sum("cues"), "cue")}`,
    max === 0
      ? "Judge calls  0"
      : `Judge calls  ${expected} expected (at least ${min}; never more than ${max}, if every possible question is put in full and every answer asked for again)`,
    ...questionlessLines(plan),
    ...tokenLines(plan),
    ...priceLines(plan),
    ...secondJudgeLines(plan),
    ...(plan.checks_without_judge.length === 0
      ? []
      : [`UNCLEAR for want of a judge, where they are not clean: ${plan.checks_without_judge.join(", ")}`]),
  ].join("\n");
}

/** Explains why a named judge gets no question, and what would change that. */
export function questionlessLines({ judge, profile, planned_llm_calls }: ScanPlan): string[] {
  if (judge === null || judge.simulated || planned_llm_calls.max > 0) return [];
  return [
    `0 questions will be put to ${judge.model_id}: no tag of these conversations calls for a check that was chosen and that the profile ${profile} asks a judge about.`,
    "Name their tags when you import them (--tags; `list tags` has them), or leave out --check: safety and compliance are looked for without a tag.",
  ];
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
  if (cost.high === 0 && pricing.source === PAID_ELSEWHERE) return [`Price        ${PAID_ELSEWHERE}`];
  const price = `Price        ${formatCostRange(cost)}`;
  if (cost.high === 0 || parts == null) return [price];
  return [
    `${price}, prices as of ${pricing.as_of}`,
    `             uncached ${formatUsd(parts.uncached)}, cache write ${formatUsd(parts.cache_write)}, cache read ${formatUsd(parts.cache_read)}, output ${formatUsd(parts.output)}`,
  ];
}

function secondJudgeLines({ adjudicator, adjudication }: ScanPlan): string[] {
  if (adjudicator === undefined || adjudication === undefined) return [];
  const { calls, cost_usd } = adjudication;
  const price = cost_usd === null ? "price unknown" : formatCostRange(cost_usd);
  return [`Second judge ${adjudicator.model_id}, ${calls.expected} calls expected, ${price}`];
}

/** Renders a dry run that only judges. */
export function renderScanDryRun(plan: ScanPlan, ceilingUsd: number | undefined, planTo?: string): string {
  return `${renderScanPlan(plan)}\n\n${renderTotal(estimateWork({ run: null, scan: plan }), ceilingUsd, planTo)}`;
}

/** Compares the cost of work with its estimate: one line, or none if nothing could cost anything. */
export function renderSpent(work: {
  readonly spent: Spent | null;
  readonly estimate: WorkEstimate;
}): readonly string[] {
  const said = work.spent === null ? null : describeSpent(work.spent, work.estimate);
  return said === null ? [] : [said];
}

/** Ends every dry run: one total for everything, and a statement that it wrote only the plan. */
export function renderTotal(estimate: WorkEstimate, ceilingUsd: number | undefined, planTo?: string): string {
  const { low } = estimate.cost_usd;
  return [
    `Total  ${describeEstimate(estimate)}`,
    ...(ceilingUsd === undefined || ceilingUsd >= low
      ? []
      : [`The ceiling of ${formatUsd(ceilingUsd)} will not suffice: the work would stop before its end.`]),
    planTo === undefined
      ? "Nothing was written; no model was asked."
      : `The plan and its price are in ${planTo}; no model was asked.`,
  ].join("\n");
}
