import { targetCosts } from "../measure/stage-costs.ts";
import type { RunId } from "../schema/ids.ts";
import type { CostReport, StageTotals } from "../schema/run/manifest.ts";
import { type Column, column, defineTable, type TableSource } from "./table.ts";

interface CostRow {
  readonly runId: RunId | null;
  readonly scanId: RunId | null;
  readonly stage: "target" | "router" | "judge";
  readonly modelId: string | null;
  /** `null` if not counted. */
  readonly totals: Omit<StageTotals, "cost_usd"> | null;
  readonly costUsd: number | null;
  readonly estimatedUsd: number | null;
}

const COLUMNS: readonly Column<CostRow>[] = [
  column.text.orNull("run_id", "The run; null of the judge of a scan of several runs.", ({ runId }) => runId),
  column.text.orNull("scan_id", "The scan; null of what a run's conversations cost.", ({ scanId }) => scanId),
  column.text(
    "stage",
    "`target` (who replied), `router` (who chose branches) or `judge`.",
    ({ stage }) => stage,
  ),
  column.text.orNull(
    "model_id",
    "Who was asked; null where the calls are not divided by model.",
    ({ modelId }) => modelId,
  ),
  column.integer.orNull(
    "calls",
    "Calls; null in this and the next columns where nobody counted.",
    ({ totals }) => totals?.calls,
  ),
  column.integer.orNull("failed", "Of them without an answer.", ({ totals }) => totals?.failed),
  column.integer.orNull(
    "asked_again",
    "Made once more, beside these: what they had come to before.",
    ({ totals }) =>
      totals === null ? null : (totals.asked_again?.calls ?? 0) + (totals.asked_again?.failed ?? 0),
  ),
  column.integer.orNull(
    "lost_in_flight",
    "Sent, and nobody knows what became of them.",
    ({ totals }) => totals?.lost_in_flight,
  ),
  column.integer.orNull("retries", "Attempts beyond the first.", ({ totals }) => totals?.retries),
  column.integer.orNull(
    "from_cache",
    "Replies that were found again instead of paid for.",
    ({ totals }) => totals?.from_cache,
  ),
  column.integer.orNull("unmetered", "Replies whose tokens nobody knows.", ({ totals }) =>
    totals === null ? null : (totals.unmetered ?? 0),
  ),
  column.long.orNull("input_tokens", "Tokens sent.", ({ totals }) => totals?.usage.input_tokens),
  column.long.orNull(
    "cached_tokens",
    "Of them read from a provider's cache.",
    ({ totals }) => totals?.usage.cached_tokens,
  ),
  column.long.orNull(
    "output_tokens",
    "Tokens received, with hidden reasoning.",
    ({ totals }) => totals?.usage.output_tokens,
  ),
  column.long.orNull(
    "reasoning_tokens",
    "Of them hidden reasoning.",
    ({ totals }) => totals?.usage.reasoning_tokens,
  ),
  column.number.orNull(
    "cost_usd",
    "As far as it is known; null where a price is unknown, which is not the same as free.",
    ({ costUsd }) => costUsd,
  ),
  column.number.orNull(
    "at_most_usd",
    "Where it may be more than that: no more than this.",
    ({ totals }) => totals?.at_most_usd,
  ),
  column.number.orNull("estimated_cost_usd", "What the plan said.", ({ estimatedUsd }) => estimatedUsd),
];

export const costsTable = defineTable<CostRow>({
  name: "costs",
  about: "One row for each model that was asked, in each stage.",
  key: ["run_id", "scan_id", "stage", "model_id"],
  columns: COLUMNS,
  async *rows(source) {
    const rows = [...source.runs.flatMap(runRows), ...judgeRows(source)];
    for (const row of rows) if (source.model === null || row.modelId === source.model) yield row;
  },
});

function runRows({ runId, plan, manifest }: TableSource["runs"][number]): readonly CostRow[] {
  // An interrupted run has no totals yet.
  if (manifest === null) return [];
  const of = { runId, scanId: null } as const;
  const targets = targetCosts(plan, manifest).map(([modelId, costUsd]) => {
    const asked = manifest.by_model?.[modelId];
    const totals = asked ?? (plan.models.length === 1 ? manifest.target : null);
    return {
      ...of,
      stage: "target" as const,
      modelId,
      totals,
      costUsd,
      estimatedUsd: asked?.estimated_cost_usd ?? null,
    };
  });
  const { router } = manifest;
  if (router === undefined) return targets;
  const { model_id: modelId, cost_usd: costUsd, estimated_cost_usd: estimatedUsd } = router;
  return [...targets, { ...of, stage: "router", modelId, totals: router, costUsd, estimatedUsd }];
}

function judgeRows({ scanId, runs, costReport }: TableSource): readonly CostRow[] {
  if (costReport === null) return [];
  const [only, ...others] = runs;
  const of = { runId: others.length === 0 ? (only?.runId ?? null) : null, scanId, stage: "judge" } as const;
  const asked = askedJudges(costReport);
  return asked.map(([modelId, totals]) => ({
    ...of,
    modelId,
    totals,
    costUsd: totals?.cost_usd ?? null,
    // The plan's price is the sum over all judges.
    estimatedUsd: asked.length === 1 ? costReport.estimated_cost_usd : null,
  }));
}

function askedJudges({
  actual,
  judge,
}: CostReport): readonly (readonly [string | null, StageTotals | null])[] {
  const byModel = Object.entries(actual?.by_model ?? {});
  if (byModel.length > 0) return byModel;
  if (judge === null && (actual === null || actual.calls === 0)) return [];
  return [[judge, actual]];
}
