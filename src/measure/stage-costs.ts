/** What the stages of earlier work cost and how long their answers were, from its manifests and cost reports. */
import type { ModelId } from "../schema/ids.ts";
import type { RunManifest, StageTotals } from "../schema/run/manifest.ts";
import type { StoredRunPlan } from "../schema/run/run-plan.ts";

/** What each model's own replies cost, in US dollars; `null` where nobody knows. */
export function targetCosts(
  { models, harness }: Pick<StoredRunPlan, "models" | "harness">,
  { by_model, target }: Pick<RunManifest, "by_model" | "target">,
): readonly (readonly [ModelId, number | null])[] {
  return models.map(({ model_id }) => {
    // Whoever had the conversations elsewhere paid for them there.
    if (harness === "import") return [model_id, null];
    const ofModel = by_model?.[model_id]?.cost_usd;
    if (ofModel !== undefined) return [model_id, ofModel];
    // Without a division by model the total is known to be of one model only where there is one.
    return [model_id, models.length === 1 ? target.cost_usd : null];
  });
}

/** Mean output tokens of a reply by model: cached replies were not produced, and are in neither count. */
export function meanOutputTokens(
  stages: Iterable<Readonly<Record<string, Pick<StageTotals, "calls" | "from_cache" | "usage"> | undefined>>>,
): ReadonlyMap<string, number> {
  const sums = new Map<string, { calls: number; tokens: number }>();
  for (const byModel of stages) {
    for (const [model, totals] of Object.entries(byModel)) {
      if (totals === undefined) continue;
      const sum = sums.get(model) ?? { calls: 0, tokens: 0 };
      sum.calls += totals.calls - (totals.from_cache ?? 0);
      sum.tokens += totals.usage.output_tokens;
      sums.set(model, sum);
    }
  }
  return new Map(
    [...sums].flatMap(([model, { calls, tokens }]) =>
      // A model that does not tell its tokens measured nothing.
      calls === 0 || tokens === 0 ? [] : [[model, tokens / calls] as const],
    ),
  );
}
