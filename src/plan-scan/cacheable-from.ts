import type { ModelPrice } from "../schema/model-catalog.ts";

/** The shortest prefix, in tokens, that a provider caches. The first name that a model begins with counts. */
const SHORTEST_PREFIX: readonly (readonly [name: string, tokens: number])[] = [
  ["anthropic/claude-haiku", 4096],
  ["anthropic/claude-opus", 4096],
  ["anthropic/", 2048],
  ["google/", 4096],
];
const SHORTEST_ELSEWHERE = 1024;

/** `Infinity` where nothing is cached, or nothing is known about it. */
export function cacheableFrom(price: ModelPrice | undefined): number {
  if (price?.cached_input === undefined) return Number.POSITIVE_INFINITY;
  return SHORTEST_PREFIX.find(([name]) => price.model.startsWith(name))?.[1] ?? SHORTEST_ELSEWHERE;
}
