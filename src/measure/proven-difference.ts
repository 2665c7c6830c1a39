/**
 * Tests that hold for all outcomes of undecided checks: the only test behind comparisons, ranks and margins
 * for pairs, and its counterpart for unpaired groups.
 */
import type { Interval } from "../schema/scan/estimates.ts";
import {
  lowerLimit,
  pAbove,
  pBelow,
  type SubsetMeans,
  subsetMeans,
  upperLimit,
} from "../stats/subset-means.ts";
import { swapMeans } from "../stats/swap-means.ts";
import { meanRange } from "./scenario-means.ts";

export interface ProvenDifference {
  /** The minimum and maximum of the mean. */
  readonly mean: Interval;
  /** One-sided p of "not more than 0", with every difference at its minimum. */
  readonly pMore: number;
  /** One-sided p of "not less than 0", with every difference at its maximum. */
  readonly pLess: number;
  /** Two-sided, in the least favourable case. */
  readonly p: number;
  /** Bounds of the mean, each at this one-sided level; infinite if there are too few families. */
  readonly limits: (level: number) => Interval;
}

/** `null` without a difference. Allows correlation between the differences of one family. */
export function provenDifference(families: Iterable<readonly Interval[]>): ProvenDifference | null {
  const filled = [...families].filter((ranges) => ranges.length > 0);
  if (filled.length === 0) return null;
  const totals = (end: "low" | "high") =>
    filled.map((ranges) => ({
      total: ranges.reduce((sum, range) => sum + range[end], 0),
      count: ranges.length,
    }));
  const [lows, highs] = [totals("low"), totals("high")];
  const count = lows.reduce((sum, family) => sum + family.count, 0);
  const meanOf = (ends: typeof lows) => ends.reduce((sum, { total }) => sum + total, 0) / count;
  const isOpen = lows.some(({ total }, index) => total !== highs[index]?.total);
  const least = subsetMeans(lows);
  return proven({ low: meanOf(lows), high: meanOf(highs) }, least, isOpen ? subsetMeans(highs) : least);
}

/** The mean over the first families minus that over the second, which are other families; `null` if either has none. */
export function provenGap(
  first: Iterable<readonly Interval[]>,
  second: Iterable<readonly Interval[]>,
): ProvenDifference | null {
  const [mine, theirs] = [[...first], [...second]].map((families) =>
    families.flatMap((ranges) => meanRange(ranges) ?? []),
  );
  const [own, others] = [meanRange(mine ?? []), meanRange(theirs ?? [])];
  if (mine === undefined || theirs === undefined || own === null || others === null) return null;
  const ends = (families: readonly Interval[], end: "low" | "high") => families.map((range) => range[end]);
  const isOpen = [...mine, ...theirs].some(({ low, high }) => low !== high);
  const least = swapMeans(ends(mine, "low"), ends(theirs, "high"));
  const most = isOpen ? swapMeans(ends(mine, "high"), ends(theirs, "low")) : least;
  return proven({ low: own.low - others.high, high: own.high - others.low }, least, most);
}

/**
 * Probability that repeats would differ this much from repeats at another time if nothing had changed, for
 * all outcomes of undecided checks. `null` if one side is a single repeat, which shows no spread.
 */
export function chanceOfChange(before: readonly Interval[], after: readonly Interval[]): number | null {
  if (Math.min(before.length, after.length) < 2) return null;
  const each = (repeats: readonly Interval[]) => repeats.map((range) => [range]);
  return provenGap(each(after), each(before))?.p ?? null;
}

function proven(mean: Interval, least: SubsetMeans, most: SubsetMeans): ProvenDifference {
  const [pMore, pLess] = [pAbove(least, 0), pBelow(most, 0)];
  return {
    mean,
    pMore,
    pLess,
    p: Math.min(1, 2 * Math.min(pMore, pLess)),
    limits: (level) => ({ low: lowerLimit(least, level), high: upperLimit(most, level) }),
  };
}

/** The two-sided interval of a difference of scores between 0 and 1. */
export function differenceInterval({ limits }: ProvenDifference, confidence: number): Interval {
  const { low, high } = limits((1 - confidence) / 2);
  return { low: Math.max(-1, low), high: Math.min(1, high) };
}
