import type { ModelPrice } from "../schema/corpus/model-catalog.ts";
import type { CallRange } from "./calls-per-question.ts";

/** What some calls send, by how it is billed. Tokens. */
export interface TokenLoad {
  readonly calls: number;
  readonly prefix: number;
  readonly suffix: number;
  readonly uncached: number;
  readonly cacheWrite: number;
  readonly cacheRead: number;
}

/** At the fewest calls, at the expected ones and at the most. */
export interface LoadRange {
  readonly min: TokenLoad;
  readonly expected: TokenLoad;
  readonly max: TokenLoad;
}

/** Questions about one excerpt: their prompts begin alike. */
export interface PrefixGroup {
  readonly prefix: number;
  readonly calls: CallRange;
  /** Tokens of the questions, over all their calls. */
  readonly suffix: CallRange;
}

const NOTHING: TokenLoad = { calls: 0, prefix: 0, suffix: 0, uncached: 0, cacheWrite: 0, cacheRead: 0 };
export const NO_LOAD: LoadRange = { min: NOTHING, expected: NOTHING, max: NOTHING };

/** Shares of later calls that find the prefix cached: at best, as providers were measured, at worst. */
const HIT_RATES = { min: 1, expected: 0.95, max: 0 } as const;

/** The first call of a group writes its prefix into the cache, later ones read it. A short prefix is never cached. */
export function loadOf(group: PrefixGroup, cacheableFrom: number): LoadRange {
  const at = (point: keyof LoadRange): TokenLoad => {
    const [calls, suffix] = [group.calls[point], group.suffix[point]];
    const prefix = calls * group.prefix;
    const isCached = group.prefix >= cacheableFrom && HIT_RATES[point] > 0;
    const cacheWrite = isCached ? Math.min(1, calls) * group.prefix : 0;
    const cacheRead = isCached ? Math.max(0, calls - 1) * group.prefix * HIT_RATES[point] : 0;
    return {
      calls,
      prefix,
      suffix,
      uncached: prefix + suffix - cacheWrite - cacheRead,
      cacheWrite,
      cacheRead,
    };
  };
  return { min: at("min"), expected: at("expected"), max: at("max") };
}

export function addLoads(a: LoadRange, b: LoadRange): LoadRange {
  return {
    min: addLoad(a.min, b.min),
    expected: addLoad(a.expected, b.expected),
    max: addLoad(a.max, b.max),
  };
}

function addLoad(a: TokenLoad, b: TokenLoad): TokenLoad {
  return {
    calls: a.calls + b.calls,
    prefix: a.prefix + b.prefix,
    suffix: a.suffix + b.suffix,
    uncached: a.uncached + b.uncached,
    cacheWrite: a.cacheWrite + b.cacheWrite,
    cacheRead: a.cacheRead + b.cacheRead,
  };
}

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
