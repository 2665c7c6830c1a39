import type { ModelPrice } from "../../schema/model-catalog.ts";

export interface BilledTokens {
  /** All of it: fresh, read from a cache and written to one. */
  readonly input: number;
  readonly cachedInput: number;
  readonly cacheWrite: number;
  readonly output: number;
}

const TOKENS = 1_000_000;

export function costOfTokens(tokens: BilledTokens, price: ModelPrice): number {
  const fresh = Math.max(0, tokens.input - tokens.cachedInput - tokens.cacheWrite);
  const usd =
    fresh * price.input +
    tokens.cachedInput * (price.cached_input ?? price.input) +
    tokens.cacheWrite * (price.cache_write ?? price.input) +
    tokens.output * price.output;
  return usd / TOKENS;
}
