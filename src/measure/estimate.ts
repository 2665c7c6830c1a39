/** A score with its interval. For the method and its coverage see docs/decisions/0014-one-number-one-place.md. */

import { LruCache } from "../kernel/lru-cache.ts";
import { RANDOM_ALGORITHM } from "../kernel/random.ts";
import type { BoardEstimate } from "../schema/board/leaderboard.ts";
import type { EstimateRange, Interval } from "../schema/scan/estimates.ts";
import { resampledMeans, resampleIndices } from "../stats/bootstrap.ts";
import { percentileInterval } from "../stats/intervals.ts";
import { type RangedClusters, rangedInterval } from "../stats/ranged-means.ts";
import type { MeasuredCard } from "./measured-card.ts";
import {
  byFamily,
  exactly,
  type FamilyOf,
  meanOf,
  meanRange,
  type ScenarioRanges,
  type ScenarioValues,
  type ScoreName,
  scenarioMeans,
  scenarioRanges,
  scoreOfCard,
  scoreRangeOfCard,
} from "./scenario-means.ts";

export const CONFIDENCE = 0.95;

/** The seed of a draw is this one plus a line for each family's name: it depends only on the resampled families. */
export const BOOTSTRAP = { algorithm: RANDOM_ALGORITHM, seed: "families/1", resamples: 5000 } as const;

/** With fewer families the percentile bootstrap covers less than its confidence. */
const FEWEST_FAMILIES_TO_RESAMPLE = 30;

/**
 * One score of a model over scenarios, with intervals over scenario families: of the decided checks, and the
 * range from all undecided counted against it to all counted for it. The same cards give the same digits
 * everywhere.
 */
export function estimateScore(
  cards: readonly MeasuredCard[],
  score: ScoreName,
  familyOf: FamilyOf,
): BoardEstimate {
  return estimateReading(
    cards,
    { decided: (card) => scoreOfCard(card, score), range: (card) => scoreRangeOfCard(card, score) },
    familyOf,
  );
}

/** Like `estimateScore`, for any score of a card. */
export function estimateReading(
  cards: readonly MeasuredCard[],
  read: {
    readonly decided: (card: MeasuredCard) => number | null;
    readonly range: (card: MeasuredCard) => Interval | null;
  },
  familyOf: FamilyOf,
): BoardEstimate {
  const ranges = scenarioRanges(cards, read.range);
  return {
    ...estimateDecided(scenarioMeans(cards, read.decided), familyOf),
    range: estimateRange(ranges, familyOf),
  };
}

/** The mean over scenarios. */
export function estimateDecided(values: ScenarioValues, familyOf: FamilyOf): Omit<BoardEstimate, "range"> {
  const families = byFamily(values, familyOf);
  const interval = estimateInterval(
    new Map([...values].map(([id, value]) => [id, exactly(value)])),
    familyOf,
  );
  return {
    mean: meanOf([...families.values()].flat()),
    interval,
    method: interval === null ? null : methodFor(families.size),
    scenarios: values.size,
  };
}

function methodFor(families: number): "t" | "bootstrap" {
  return families < FEWEST_FAMILIES_TO_RESAMPLE ? "t" : "bootstrap";
}

/** `null` if there are no ranges. */
export function estimateRange(ranges: ScenarioRanges, familyOf: FamilyOf): EstimateRange | null {
  const mean = meanRange([...byFamily(ranges, familyOf).values()].flat());
  return mean && { ...mean, interval: estimateInterval(ranges, familyOf), scenarios: ranges.size };
}

/**
 * From the lower limit of the lower end to the upper limit of the upper end. `null` if the families show no
 * spread: an interval of width 0 would claim certainty. A wider range never narrows the interval: resamples
 * are the same for all values, and Student's error is the largest within the ranges.
 */
function estimateInterval(ranges: ScenarioRanges, familyOf: FamilyOf): Interval | null {
  const families = byFamily(ranges, familyOf);
  const interval =
    methodFor(families.size) === "t" ? tInterval([...families.values()]) : bootstrapInterval(families);
  return interval !== null && interval.high - interval.low > ROUNDED_SPREAD ? interval : null;
}

/** A spread up to this may be rounding. */
const ROUNDED_SPREAD = 1e-12;

/** The mean of every resample of the named families; `null` where a resample holds no score. */
export function familyReplicates(
  names: readonly string[],
  families: ReadonlyMap<string, readonly number[]>,
): readonly (number | null)[] {
  const totals = names.map((name) => {
    const scores = families.get(name) ?? [];
    return { total: scores.reduce((sum, score) => sum + score, 0), count: scores.length };
  });
  return resampledMeans(totals, drawsOf.get([BOOTSTRAP.seed, ...names].join("\n"), drawFamilies));
}

/** Cached because drawing takes longer than any use of a draw, and all scores of a scan have the same families. */
const drawsOf = new LruCache<readonly Uint32Array[]>(8);

function drawFamilies(seed: string): readonly Uint32Array[] {
  return resampleIndices(seed.split("\n").length - 1, BOOTSTRAP.resamples, seed);
}

function tInterval(families: RangedClusters): Interval | null {
  const interval = rangedInterval(families, CONFIDENCE);
  return interval && { low: Math.max(0, interval.low), high: Math.min(1, interval.high) };
}

function bootstrapInterval(families: ReadonlyMap<string, readonly Interval[]>): Interval | null {
  const limits = (end: "low" | "high") => {
    const ends = new Map([...families].map(([name, values]) => [name, values.map((range) => range[end])]));
    return percentileInterval(familyReplicates([...families.keys()], ends), CONFIDENCE);
  };
  const [least, most] = [limits("low"), limits("high")];
  return least && most && { low: least.low, high: most.high };
}
