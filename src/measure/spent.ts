import { isSimulatedName } from "../domain/models.ts";
import { describeSpent, type Spent } from "../domain/number-words.ts";
import type { CostReport, RunManifest, StageTotals } from "../schema/run/manifest.ts";
import type { ScanPlan } from "../schema/scan/scan-plan.ts";
import { estimateWork } from "./work-estimate.ts";

/** Of each model that was asked: what its calls came to. */
type ByModel = Readonly<Record<string, StageTotals | undefined>>;

/** Everything that was asked of a provider and came to something, also what was asked again since. */
export function callsMade({ calls, from_cache = 0, failed, asked_again }: StageTotals): number {
  return calls - from_cache + failed + (asked_again?.calls ?? 0) + (asked_again?.failed ?? 0);
}

/** What work has cost over all its legs, from the calls of its conversations, its judging, or both. Simulated models cost nothing and are not counted. */
export function spentOn(stages: readonly ByModel[]): Spent {
  const asked = stages.flatMap((byModel) =>
    Object.entries(byModel).flatMap(([model, totals]) =>
      totals === undefined || isSimulatedName(model) ? [] : [{ model, totals }],
    ),
  );
  const sum = (value: (totals: StageTotals) => number) =>
    asked.reduce((total, { totals }) => total + value(totals), 0);
  const cost = ({ cost_usd }: StageTotals) => cost_usd ?? 0;
  return {
    calls: sum(callsMade),
    retries: sum((totals) => totals.retries ?? 0),
    from_cache: sum((totals) => totals.from_cache ?? 0),
    tokens: sum(({ usage }) => usage.input_tokens + usage.output_tokens),
    cost_usd: sum(cost),
    at_most_usd: sum((totals) => Math.max(cost(totals), totals.at_most_usd ?? 0)),
    unpriced: [...new Set(asked.filter(({ totals }) => totals.cost_usd === null).map(({ model }) => model))],
  };
}

/** On two pieces of work, such as conversations and judging them. */
export function addSpent(a: Spent, b: Spent): Spent {
  return {
    calls: a.calls + b.calls,
    retries: a.retries + b.retries,
    from_cache: a.from_cache + b.from_cache,
    tokens: a.tokens + b.tokens,
    cost_usd: a.cost_usd + b.cost_usd,
    at_most_usd: a.at_most_usd + b.at_most_usd,
    unpriced: [...new Set([...a.unpriced, ...b.unpriced])],
  };
}

/** Of a run: a manifest from before its models were told apart says it of all of them as one. */
export function callsOfRun({
  by_model,
  target,
  router,
}: Pick<RunManifest, "by_model" | "target" | "router">): ByModel {
  return {
    ...(by_model ?? { "all models": target }),
    ...(router === undefined ? {} : { [router.model_id]: router }),
  };
}

/** Of a scan; nothing before its calls were made. */
export function callsOfScan({ actual, judge }: Pick<CostReport, "actual" | "judge">): ByModel {
  if (actual === null) return {};
  return actual.by_model ?? (judge === null ? {} : { [judge]: actual });
}

/** What judging has cost, in a sentence, beside what its plan said; `null` where nothing of it could cost anything. */
export function describeJudgingSpent(
  plan: ScanPlan,
  report: Pick<CostReport, "actual" | "judge">,
): string | null {
  return describeSpent(spentOn([callsOfScan(report)]), estimateWork({ run: null, scan: plan }));
}
