import { targetCosts } from "../measure/stage-costs.ts";
import type { RunId } from "../schema/ids.ts";
import type { CostReport, StageTotals } from "../schema/run/manifest.ts";
import { type Column, defineTable, type TableSource } from "./table.ts";

interface CostRow {
  readonly runId: RunId | null;
  readonly scanId: RunId | null;
  readonly stage: "target" | "router" | "judge";
  readonly modelId: string | null;
  /** `null` where nobody counted. */
  readonly totals: Omit<StageTotals, "cost_usd"> | null;
  readonly costUsd: number | null;
  readonly estimatedUsd: number | null;
}

const counted = { nullable: true } as const;

const COLUMNS: readonly Column<CostRow>[] = [
  {
    name: "run_id",
    type: "text",
    nullable: true,
    about: "The run; null of the judge of a scan of several runs.",
    read: ({ runId }) => runId,
  },
  {
    name: "scan_id",
    type: "text",
    nullable: true,
    about: "The scan; null of what a run's conversations cost.",
    read: ({ scanId }) => scanId,
  },
  {
    name: "stage",
    type: "text",
    about: "`target` (who replied), `router` (who chose branches) or `judge`.",
    read: ({ stage }) => stage,
  },
  {
    name: "model_id",
    type: "text",
    nullable: true,
    about: "Who was asked; null where the calls are not divided by model.",
    read: ({ modelId }) => modelId,
  },
  {
    ...counted,
    name: "calls",
    type: "integer",
    about: "Calls; null in this and the next columns where nobody counted.",
    read: ({ totals }) => totals?.calls ?? null,
  },
  {
    ...counted,
    name: "failed",
    type: "integer",
    about: "Of them without an answer.",
    read: ({ totals }) => totals?.failed ?? null,
  },
  {
    ...counted,
    name: "asked_again",
    type: "integer",
    about: "Made once more, beside these: what they had come to before.",
    read: ({ totals }) =>
      totals === null ? null : (totals.asked_again?.calls ?? 0) + (totals.asked_again?.failed ?? 0),
  },
  {
    ...counted,
    name: "lost_in_flight",
    type: "integer",
    about: "Sent, and nobody knows what became of them.",
    read: ({ totals }) => totals?.lost_in_flight ?? null,
  },
  {
    ...counted,
    name: "retries",
    type: "integer",
    about: "Attempts beyond the first.",
    read: ({ totals }) => totals?.retries ?? null,
  },
  {
    ...counted,
    name: "from_cache",
    type: "integer",
    about: "Replies that were found again instead of paid for.",
    read: ({ totals }) => totals?.from_cache ?? null,
  },
  {
    ...counted,
    name: "unmetered",
    type: "integer",
    about: "Replies whose tokens nobody knows.",
    read: ({ totals }) => (totals === null ? null : (totals.unmetered ?? 0)),
  },
  {
    ...counted,
    name: "input_tokens",
    type: "long",
    about: "Tokens sent.",
    read: ({ totals }) => totals?.usage.input_tokens ?? null,
  },
  {
    ...counted,
    name: "cached_tokens",
    type: "long",
    about: "Of them read from a provider's cache.",
    read: ({ totals }) => totals?.usage.cached_tokens ?? null,
  },
  {
    ...counted,
    name: "output_tokens",
    type: "long",
    about: "Tokens received, with hidden reasoning.",
    read: ({ totals }) => totals?.usage.output_tokens ?? null,
  },
  {
    ...counted,
    name: "reasoning_tokens",
    type: "long",
    about: "Of them hidden reasoning.",
    read: ({ totals }) => totals?.usage.reasoning_tokens ?? null,
  },
  {
    ...counted,
    name: "cost_usd",
    type: "number",
    about: "As far as it is known; null where a price is unknown, which is not the same as free.",
    read: ({ costUsd }) => costUsd,
  },
  {
    ...counted,
    name: "at_most_usd",
    type: "number",
    about: "Where it may be more than that: no more than this.",
    read: ({ totals }) => totals?.at_most_usd ?? null,
  },
  {
    ...counted,
    name: "estimated_cost_usd",
    type: "number",
    about: "What the plan said.",
    read: ({ estimatedUsd }) => estimatedUsd,
  },
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
  // A run that was cut off has added nothing up yet.
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
    // The plan's price is of all judges together.
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
