import type { ModelPrice } from "../schema/corpus/model-catalog.ts";
import type { ScanPlan } from "../schema/scan/scan-plan.ts";
import type { LoadRange, TokenLoad } from "./prefix-load.ts";

// A judge's visible answer is about 94 tokens; with hidden reasoning 850 were billed (measured on real scans).
const ASSUMED_OUTPUT_TOKENS = 850;
const TOKENS = 1_000_000;

type ScanEstimate = Pick<
  ScanPlan,
  "estimated_tokens" | "estimated_cost_usd" | "estimated_cost_parts_usd" | "pricing"
>;
type CostParts = NonNullable<ScanPlan["estimated_cost_parts_usd"]>;

const FREE: CostParts = { uncached: 0, cache_write: 0, cache_read: 0, output: 0 };

/** What the calls would send and cost. An unknown price stays unknown. */
export function priceCalls(input: {
  readonly load: LoadRange;
  readonly judge: { readonly simulated: boolean } | null;
  readonly price: ModelPrice | undefined;
  /** Mean of the judge's earlier answers. */
  readonly measuredOutput: number | undefined;
}): ScanEstimate {
  const { load, judge, price } = input;
  const perCall = input.measuredOutput ?? ASSUMED_OUTPUT_TOKENS;
  const estimated_tokens = tokensOfLoad(load.expected, perCall, input.measuredOutput !== undefined);
  if (judge === null || judge.simulated) {
    return {
      estimated_tokens,
      estimated_cost_usd: { low: 0, expected: 0, high: 0 },
      estimated_cost_parts_usd: FREE,
      pricing: { known: true, source: judge === null ? "no judge" : "simulated", as_of: null },
    };
  }
  if (price === undefined) {
    return {
      estimated_tokens,
      estimated_cost_usd: null,
      estimated_cost_parts_usd: null,
      pricing: { known: false, source: null, as_of: null },
    };
  }
  const parts = (at: TokenLoad): CostParts => ({
    uncached: (at.uncached * price.input) / TOKENS,
    cache_write: (at.cacheWrite * (price.cache_write ?? price.input)) / TOKENS,
    cache_read: (at.cacheRead * (price.cached_input ?? price.input)) / TOKENS,
    output: (at.calls * perCall * price.output) / TOKENS,
  });
  const total = (cost: CostParts) => cost.uncached + cost.cache_write + cost.cache_read + cost.output;
  const expected = parts(load.expected);
  return {
    estimated_tokens,
    estimated_cost_usd: {
      low: total(parts(load.min)),
      expected: total(expected),
      high: total(parts(load.max)),
    },
    estimated_cost_parts_usd: expected,
    pricing: { known: true, source: price.source, as_of: price.as_of },
  };
}

function tokensOfLoad(load: TokenLoad, perCall: number, isMeasured: boolean): ScanPlan["estimated_tokens"] {
  return {
    input: Math.round(load.prefix + load.suffix),
    output: Math.round(load.calls * perCall),
    prefix: Math.round(load.prefix),
    suffix: Math.round(load.suffix),
    uncached: Math.round(load.uncached),
    cache_write: Math.round(load.cacheWrite),
    cache_read: Math.round(load.cacheRead),
    output_per_call: perCall,
    output_per_call_from: isMeasured ? "earlier_scans" : "assumption",
  };
}
