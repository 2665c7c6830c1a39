/** Costs of the stages of earlier work and lengths of its replies, from its manifests and cost reports. */
import type { ModelId } from "../schema/ids.ts";
import type { RunManifest, StageTotals } from "../schema/run/manifest.ts";
import type { StoredRunPlan } from "../schema/run/run-plan.ts";

/** Cost of each model's own replies, in US dollars; `null` if unknown. */
export function targetCosts(
  { models, harness }: Pick<StoredRunPlan, "models" | "harness">,
  { by_model, target }: Pick<RunManifest, "by_model" | "target">,
): readonly (readonly [ModelId, number | null])[] {
  return models.map(({ model_id }) => {
    // Imported conversations were paid for elsewhere.
    if (harness === "import") return [model_id, null];
    const ofModel = by_model?.[model_id]?.cost_usd;
    if (ofModel !== undefined) return [model_id, ofModel];
    // Without a division by model, the total belongs to a model only if there is just one.
    return [model_id, models.length === 1 ? target.cost_usd : null];
  });
}

/** Mean tokens of a reply in earlier work: all billed tokens, and those of its words. */
export interface MeasuredTokens {
  readonly output: number;
  readonly shown: number;
}

/**
 * Mean tokens of a reply by model, with and without hidden reasoning. Excludes cached replies, which were not
 * produced, and replies of unknown usage.
 */
export function meanReplyTokens(
  stages: Iterable<
    Readonly<
      Record<
        string,
        Pick<StageTotals, "calls" | "from_cache" | "asked_again" | "unmetered" | "usage"> | undefined
      >
    >
  >,
): ReadonlyMap<string, MeasuredTokens> {
  const sums = new Map<string, { replies: number; output: number; shown: number }>();
  for (const byModel of stages) {
    for (const [model, totals] of Object.entries(byModel)) {
      if (totals === undefined) continue;
      const { calls, from_cache = 0, asked_again, unmetered = 0, usage } = totals;
      const sum = sums.get(model) ?? { replies: 0, output: 0, shown: 0 };
      sum.replies += calls - from_cache + (asked_again?.calls ?? 0) - unmetered;
      sum.output += usage.output_tokens;
      sum.shown += Math.max(0, usage.output_tokens - usage.reasoning_tokens);
      sums.set(model, sum);
    }
  }
  return new Map(
    [...sums].flatMap(([model, { replies, output, shown }]) =>
      // A model that reports no tokens gives no measurement.
      replies <= 0 || output === 0
        ? []
        : [[model, { output: output / replies, shown: shown / replies }] as const],
    ),
  );
}
