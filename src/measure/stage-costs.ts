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

/** Mean tokens of a reply in earlier work: all that were billed, and those of its words. */
export interface MeasuredTokens {
  readonly output: number;
  readonly shown: number;
}

/** Mean tokens of a reply by model, with and without hidden reasoning. Cached replies were not produced, and those of unknown usage measured nothing: neither is counted. */
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
      // A model that does not tell its tokens measured nothing.
      replies <= 0 || output === 0
        ? []
        : [[model, { output: output / replies, shown: shown / replies }] as const],
    ),
  );
}
