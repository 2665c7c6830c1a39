import type { ModelCatalog } from "../schema/model-catalog.ts";
import type { ScanPlan } from "../schema/scan-plan.ts";
import type { CallRange } from "./calls-per-question.ts";

// A judge's visible answer is about 94 tokens; with hidden reasoning 850 were billed (measured on real scans).
export const OUTPUT_TOKENS_PER_CALL = 850;
const CHARACTERS_PER_TOKEN = 4;

export function tokensOf(characters: number): number {
  return Math.ceil(characters / CHARACTERS_PER_TOKEN);
}

type Price = Pick<ScanPlan, "estimated_cost_usd" | "pricing">;

/** What the calls would cost, nothing cached. Unknown prices stay unknown. */
export function priceCalls(
  calls: CallRange,
  inputTokens: number,
  judge: { readonly model_id: string; readonly simulated: boolean } | null,
  catalog: ModelCatalog,
): Price {
  if (judge === null || judge.simulated) {
    return {
      estimated_cost_usd: { low: 0, expected: 0, high: 0 },
      pricing: { known: true, source: judge === null ? "no judge" : "simulated", as_of: null },
    };
  }
  const price = catalog.models.find((model) => model.model === judge.model_id);
  if (price === undefined) {
    return { estimated_cost_usd: null, pricing: { known: false, source: null, as_of: null } };
  }
  const perCall = calls.expected === 0 ? 0 : inputTokens / calls.expected;
  const usd = (count: number) =>
    (count * (perCall * price.input + OUTPUT_TOKENS_PER_CALL * price.output)) / 1_000_000;
  return {
    estimated_cost_usd: { low: usd(calls.min), expected: usd(calls.expected), high: usd(calls.max) },
    pricing: { known: true, source: price.source, as_of: price.as_of },
  };
}
