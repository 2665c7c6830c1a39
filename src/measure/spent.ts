import { isSimulatedName } from "../domain/models.ts";
import { describeSpent, type Spent } from "../domain/number-words.ts";
import type { CostReport, RunManifest, StageTotals } from "../schema/run/manifest.ts";
import type { ScanPlan } from "../schema/scan/scan-plan.ts";
import { estimateWork } from "./work-estimate.ts";

/** Totals of the calls to each model that was asked. */
type ByModel = Readonly<Record<string, StageTotals | undefined>>;

/** All calls to providers that got an outcome, including those that were retried since. */
export function callsMade({ calls, from_cache = 0, failed, asked_again }: StageTotals): number {
  return calls - from_cache + failed + (asked_again?.calls ?? 0) + (asked_again?.failed ?? 0);
}

/**
 * Cost of work over all its invocations, from the calls of its conversations, its judging, or both. Simulated
 * models cost nothing and are not counted.
 */
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

/** Adds the cost of two pieces of work, such as conversations and judging them. */
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

/** Calls of a run; an old manifest without a division by model gives them as one total. */
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

/** Calls of a scan; empty before its calls were made. */
export function callsOfScan({ actual, judge }: Pick<CostReport, "actual" | "judge">): ByModel {
  if (actual === null) return {};
  return actual.by_model ?? (judge === null ? {} : { [judge]: actual });
}

/** Cost of judging as a sentence, with the planned cost; `null` if none of it could cost anything. */
export function describeJudgingSpent(
  plan: ScanPlan,
  report: Pick<CostReport, "actual" | "judge">,
): string | null {
  return describeSpent(spentOn([callsOfScan(report)]), estimateWork({ run: null, scan: plan }));
}
