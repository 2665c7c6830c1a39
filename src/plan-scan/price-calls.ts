import { isFilesName, PAID_ELSEWHERE, reasonsByItself } from "../domain/models.ts";
import type { ModelPrice } from "../schema/corpus/model-catalog.ts";
import type { ModelId } from "../schema/ids.ts";
import type { CostRange, ScanPlan } from "../schema/scan/scan-plan.ts";
import type { LoadPoint, Loads, TokenLoad } from "./prefix-load.ts";

/** A judge's visible answer is about 94 tokens; with hidden reasoning 850 were billed (measured on real scans). */
const ASSUMED_OUTPUT_TOKENS = { reasoning: 850, otherwise: 200 };
/** Factors by which an answer may be longer or shorter than assumed, or than the mean of earlier scans. */
const ASSUMED_OUTPUT_SPREAD = 1.85;
const MEASURED_OUTPUT_SPREAD = 1.3;
const TOKENS = 1_000_000;

interface AnswerLength {
  readonly tokens: number;
  /** Factor in both directions. */
  readonly spread: number;
  readonly from: "assumption" | "earlier_scans";
}

/** Returns the length of a judge's answers, including hidden reasoning: as measured, else assumed from its name. */
export function answerLength(
  judge: { readonly model_id: ModelId; readonly simulated: boolean } | null,
  isToldToReason: boolean,
  measured: ReadonlyMap<string, { readonly output: number }> | undefined,
): AnswerLength {
  // A simulated judge's answers say nothing about paid ones.
  const mean = judge?.simulated === false ? measured?.get(judge.model_id)?.output : undefined;
  if (mean !== undefined) return { tokens: mean, spread: MEASURED_OUTPUT_SPREAD, from: "earlier_scans" };
  const reasons = isToldToReason || (judge !== null && reasonsByItself(judge.model_id));
  const tokens = reasons ? ASSUMED_OUTPUT_TOKENS.reasoning : ASSUMED_OUTPUT_TOKENS.otherwise;
  return { tokens, spread: ASSUMED_OUTPUT_SPREAD, from: "assumption" };
}

type ScanEstimate = Pick<
  ScanPlan,
  "estimated_tokens" | "estimated_cost_usd" | "estimated_cost_parts_usd" | "pricing"
>;
type CostParts = NonNullable<ScanPlan["estimated_cost_parts_usd"]>;

const FREE: CostParts = { uncached: 0, cache_write: 0, cache_read: 0, output: 0 };

/** Estimates tokens and cost of the calls. An unknown price stays unknown. */
export function priceCalls(input: {
  readonly loads: Loads;
  readonly judge: { readonly model_id: string; readonly simulated: boolean } | null;
  readonly price: ModelPrice | undefined;
  readonly answer: AnswerLength;
}): ScanEstimate {
  const { loads, judge, price, answer } = input;
  const estimated_tokens = tokensOfLoad(loads.expected, answer);
  if (judge === null || judge.simulated || isFilesName(judge.model_id)) {
    const source = judge === null ? "no judge" : judge.simulated ? "simulated" : PAID_ELSEWHERE;
    return {
      estimated_tokens,
      estimated_cost_usd: { low: 0, expected: 0, high: 0 },
      estimated_cost_parts_usd: FREE,
      pricing: { known: true, source, as_of: null },
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
  return {
    estimated_tokens,
    estimated_cost_usd: costRange(loads, price, answer),
    estimated_cost_parts_usd: costParts(loads.expected, price, answer.tokens),
    pricing: { known: true, source: price.source, as_of: price.as_of },
  };
}

/**
 * Returns the likely range of the cost. The unknowns (calls, lengths of replies and answers, tokens per text, cache
 * hits) are independent, so their effects combine by the squares of their logarithms. Taking every one at its worst
 * would give a range that no bill reaches.
 */
function costRange(loads: Loads, price: ModelPrice, answer: AnswerLength): CostRange {
  const costAt = (point: LoadPoint, output: number) => totalOf(costParts(loads[point], price, output));
  const expected = costAt("expected", answer.tokens);
  if (expected === 0) return { low: 0, expected: 0, high: 0 };
  const endAt = (end: "cheap" | "dear", output: number) => {
    const others = (["calls", "replies", "tokens", "hits"] as const).map((what) =>
      costAt(`${end}_${what}`, answer.tokens),
    );
    const effects = [...others, costAt("expected", output)].map((cost) => Math.log(cost / expected));
    return Math.exp(Math.hypot(...effects));
  };
  return {
    low: expected / endAt("cheap", answer.tokens / answer.spread),
    expected,
    high: expected * endAt("dear", answer.tokens * answer.spread),
  };
}

function costParts(at: TokenLoad, price: ModelPrice, outputPerCall: number): CostParts {
  return {
    uncached: (at.uncached * price.input) / TOKENS,
    cache_write: (at.cacheWrite * (price.cache_write ?? price.input)) / TOKENS,
    cache_read: (at.cacheRead * (price.cached_input ?? price.input)) / TOKENS,
    output: (at.calls * outputPerCall * price.output) / TOKENS,
  };
}

function totalOf(cost: CostParts): number {
  return cost.uncached + cost.cache_write + cost.cache_read + cost.output;
}

/** The number of questions to the second judge is known within a factor of two, more than all its other unknowns. */
const DOUBT_SPREAD = 2;

/** Estimates the cost of a second judge, whose questions get one vote each and have no cached prefix. */
export function priceDoubts(
  asked: { readonly calls: number; readonly input: number },
  price: ModelPrice | undefined,
  answer: AnswerLength,
): CostRange | null {
  if (price === undefined) return null;
  const output = asked.calls * answer.tokens * price.output;
  const expected = (asked.input * price.input + output) / TOKENS;
  return { low: expected / DOUBT_SPREAD, expected, high: expected * DOUBT_SPREAD };
}

function tokensOfLoad(load: TokenLoad, answer: AnswerLength): ScanPlan["estimated_tokens"] {
  return {
    input: Math.round(load.prefix + load.suffix),
    output: Math.round(load.calls * answer.tokens),
    prefix: Math.round(load.prefix),
    suffix: Math.round(load.suffix),
    uncached: Math.round(load.uncached),
    cache_write: Math.round(load.cacheWrite),
    cache_read: Math.round(load.cacheRead),
    output_per_call: answer.tokens,
    output_per_call_from: answer.from,
  };
}
