import type { CallRange } from "./calls-per-question.ts";

/** What some calls send, by how it is billed. Tokens. */
export interface Load {
  readonly calls: number;
  readonly prefix: number;
  readonly suffix: number;
  readonly uncached: number;
  readonly cacheWrite: number;
  readonly cacheRead: number;
}

/** At the fewest calls, at the expected ones and at the most. */
export interface LoadRange {
  readonly min: Load;
  readonly expected: Load;
  readonly max: Load;
}

/** Questions about one excerpt: their prompts begin alike. */
export interface PrefixGroup {
  readonly prefix: number;
  readonly calls: CallRange;
  /** Tokens of the questions, over all their calls. */
  readonly suffix: CallRange;
}

const NOTHING: Load = { calls: 0, prefix: 0, suffix: 0, uncached: 0, cacheWrite: 0, cacheRead: 0 };
export const NO_LOAD: LoadRange = { min: NOTHING, expected: NOTHING, max: NOTHING };

/** Shares of later calls that find the prefix cached: at best, as providers were measured, at worst. */
const HIT_RATES = { min: 1, expected: 0.95, max: 0 } as const;

/** The first call of a group writes its prefix into the cache, later ones read it. A short prefix is never cached. */
export function loadOf(group: PrefixGroup, cacheableFrom: number): LoadRange {
  const at = (point: keyof LoadRange): Load => {
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
  return { min: plus(a.min, b.min), expected: plus(a.expected, b.expected), max: plus(a.max, b.max) };
}

function plus(a: Load, b: Load): Load {
  return {
    calls: a.calls + b.calls,
    prefix: a.prefix + b.prefix,
    suffix: a.suffix + b.suffix,
    uncached: a.uncached + b.uncached,
    cacheWrite: a.cacheWrite + b.cacheWrite,
    cacheRead: a.cacheRead + b.cacheRead,
  };
}
