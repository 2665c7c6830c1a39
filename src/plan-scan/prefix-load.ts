import type { ModelPrice } from "../schema/corpus/model-catalog.ts";
import type { CallRange } from "./calls-per-question.ts";

/** Tokens of some calls, by billing category. */
export interface TokenLoad {
  readonly calls: number;
  readonly prefix: number;
  readonly suffix: number;
  readonly uncached: number;
  readonly cacheWrite: number;
  readonly cacheRead: number;
}

/** Questions about one excerpt; their prompts share a prefix. */
export interface PrefixGroup {
  readonly prefix: number;
  /** Tokens of the assistant's messages in the prefix. */
  readonly replies: number;
  readonly calls: CallRange;
  /** Tokens of the questions, over all expected calls. */
  readonly suffix: number;
}

/** Unknowns before the calls, as factors of the expected values. */
interface Circumstances {
  readonly calls: number;
  /** Length of the assistant's replies. */
  readonly replies: number;
  /** Tokens per text. */
  readonly tokens: number;
  /** Share of later calls that find the prefix cached. */
  readonly hits: number;
}

/** Cache hits as measured with providers; other factors as expected. */
const AS_EXPECTED: Circumstances = { calls: 1, replies: 1, tokens: 1, hits: 0.95 };
/** Spread over a whole scan of split votes, retries and items that searches name. */
const CALLS_SPREAD = 1.3;
/** A token has about 3.5 to 4.6 characters, according to the model's maker. */
const TOKENS_SPREAD = 1.15;
const HITS = { cheap: 1, dear: 0.85 };

/** The expected values, and both ends of each unknown while the others stay as expected. */
export type LoadPoint = "expected" | `${"cheap" | "dear"}_${keyof Circumstances}`;
export type Loads = Readonly<Record<LoadPoint, TokenLoad>>;

/** @param repliesSpread factor by which replies may be longer or shorter; 1 for real replies */
function circumstances(repliesSpread: number): Readonly<Record<LoadPoint, Circumstances>> {
  return {
    expected: AS_EXPECTED,
    cheap_calls: { ...AS_EXPECTED, calls: 1 / CALLS_SPREAD },
    dear_calls: { ...AS_EXPECTED, calls: CALLS_SPREAD },
    cheap_replies: { ...AS_EXPECTED, replies: 1 / repliesSpread },
    dear_replies: { ...AS_EXPECTED, replies: repliesSpread },
    cheap_tokens: { ...AS_EXPECTED, tokens: 1 / TOKENS_SPREAD },
    dear_tokens: { ...AS_EXPECTED, tokens: TOKENS_SPREAD },
    cheap_hits: { ...AS_EXPECTED, hits: HITS.cheap },
    dear_hits: { ...AS_EXPECTED, hits: HITS.dear },
  };
}

/**
 * Returns the tokens of the questions about one excerpt. The first call writes the prefix to the cache; later calls
 * read it.
 */
export function loadsOf(group: PrefixGroup, cacheableFrom: number, repliesSpread: number): Loads {
  const at = circumstances(repliesSpread);
  return mapPoints((point) => loadAt(group, cacheableFrom, at[point]));
}

function loadAt(group: PrefixGroup, cacheableFrom: number, at: Circumstances): TokenLoad {
  const { min, expected, max } = group.calls;
  const calls = Math.min(max, Math.max(min, expected * at.calls));
  const suffix = expected === 0 ? 0 : (group.suffix / expected) * calls * at.tokens;
  const length = (group.prefix + group.replies * (at.replies - 1)) * at.tokens;
  // Providers do not cache short prefixes.
  const isCached = length >= cacheableFrom;
  const cacheWrite = isCached ? Math.min(1, calls) * length : 0;
  const cacheRead = isCached ? Math.max(0, calls - 1) * length * at.hits : 0;
  const prefix = calls * length;
  return { calls, prefix, suffix, uncached: prefix + suffix - cacheWrite - cacheRead, cacheWrite, cacheRead };
}

const NOTHING: TokenLoad = { calls: 0, prefix: 0, suffix: 0, uncached: 0, cacheWrite: 0, cacheRead: 0 };
export const NO_LOADS: Loads = mapPoints(() => NOTHING);

export function addLoads(a: Loads, b: Loads): Loads {
  return mapPoints((point) => addLoad(a[point], b[point]));
}

function mapPoints(loadAtPoint: (point: LoadPoint) => TokenLoad): Loads {
  return {
    expected: loadAtPoint("expected"),
    cheap_calls: loadAtPoint("cheap_calls"),
    dear_calls: loadAtPoint("dear_calls"),
    cheap_replies: loadAtPoint("cheap_replies"),
    dear_replies: loadAtPoint("dear_replies"),
    cheap_tokens: loadAtPoint("cheap_tokens"),
    dear_tokens: loadAtPoint("dear_tokens"),
    cheap_hits: loadAtPoint("cheap_hits"),
    dear_hits: loadAtPoint("dear_hits"),
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

/** Shortest prefix in tokens that a provider caches. The first entry that the model's name starts with applies. */
const SHORTEST_PREFIX: readonly (readonly [name: string, tokens: number])[] = [
  ["anthropic/claude-haiku", 4096],
  ["anthropic/claude-opus", 4096],
  ["anthropic/", 2048],
  ["google/", 4096],
];
const SHORTEST_ELSEWHERE = 1024;

/** Returns `Infinity` if nothing is cached or the provider's limit is unknown. */
export function cacheableFrom(price: ModelPrice | undefined): number {
  if (price?.cached_input === undefined) return Number.POSITIVE_INFINITY;
  return SHORTEST_PREFIX.find(([name]) => price.model.startsWith(name))?.[1] ?? SHORTEST_ELSEWHERE;
}
