import type { Interval } from "../schema/scan/estimates.ts";
import { betaQuantile, criticalZ, quantile, tailProbability } from "./distributions.ts";
import { assertSuccesses, type Statistic } from "./statistic.ts";

/** Wilson's score interval for k of n, without continuity correction; `null` if n is 0. */
export function wilsonInterval(k: number, n: number, confidence = 0.95): Interval | null {
  assertSuccesses(k, n);
  const z = criticalZ(confidence);
  if (n === 0) return null;
  const rate = k / n;
  const shrink = 1 + (z * z) / n;
  const centre = (rate + (z * z) / (2 * n)) / shrink;
  const half = (z / shrink) * Math.sqrt((rate * (1 - rate)) / n + (z * z) / (4 * n * n));
  // At the ends the bound is exactly 0 or 1, which rounding would miss.
  return {
    low: k === 0 ? 0 : Math.max(0, centre - half),
    high: k === n ? 1 : Math.min(1, centre + half),
  };
}

/**
 * Clopper and Pearson's exact interval for k of n; `null` if n is 0.
 * It never covers less than its confidence, so claims of the kind "at most" use it. The bound of a one-sided
 * claim at 95% is the end of the two-sided interval at 90%.
 */
export function clopperPearsonInterval(k: number, n: number, confidence = 0.95): Interval | null {
  assertSuccesses(k, n);
  const tail = tailProbability(confidence);
  if (n === 0) return null;
  return {
    low: k === 0 ? 0 : betaQuantile(tail, k, n - k + 1),
    high: k === n ? 1 : betaQuantile(1 - tail, k + 1, n - k),
  };
}

/** Number of pairs in each cell: yes from both, from one only, from neither. */
export interface PairedCounts {
  readonly both: number;
  readonly onlyFirst: number;
  readonly onlySecond: number;
  readonly neither: number;
}

/** The first rate minus the second over the same items, with Newcombe's interval (his method 10) from two Wilson intervals. */
export function newcombePairedInterval(
  pairs: PairedCounts,
  confidence = 0.95,
): Statistic<{ readonly difference: number; readonly interval: Interval }> {
  const { both, onlyFirst, onlySecond, neither } = pairs;
  for (const count of [both, onlyFirst, onlySecond, neither]) {
    if (!Number.isSafeInteger(count) || count < 0) throw new RangeError(`${count} is not a count of pairs`);
  }
  const n = both + onlyFirst + onlySecond + neither;
  const first = wilsonInterval(both + onlyFirst, n, confidence);
  const second = wilsonInterval(both + onlySecond, n, confidence);
  if (first === null || second === null) return { value: null, reason: "there is no pair to compare" };
  const firstRate = (both + onlyFirst) / n;
  const secondRate = (both + onlySecond) / n;
  const phi = correlation(pairs, n);
  const distance = (a: number, b: number) => Math.sqrt(Math.max(0, a * a - 2 * phi * a * b + b * b));
  const difference = (onlyFirst - onlySecond) / n;
  return {
    value: {
      difference,
      interval: {
        low: Math.max(-1, difference - distance(firstRate - first.low, second.high - secondRate)),
        high: Math.min(1, difference + distance(first.high - firstRate, secondRate - second.low)),
      },
    },
  };
}

/**
 * Phi with its numerator reduced by n/2, but not below 0, if it is positive, as the method requires; 0 if a
 * margin is empty.
 */
function correlation({ both, onlyFirst, onlySecond, neither }: PairedCounts, n: number): number {
  const margins = (both + onlyFirst) * (onlySecond + neither) * (both + onlySecond) * (onlyFirst + neither);
  if (margins === 0) return 0;
  const product = both * neither - onlyFirst * onlySecond;
  return (product > 0 ? Math.max(0, product - n / 2) : product) / Math.sqrt(margins);
}

/** The central part of bootstrap replicates. `null` ones are ignored; the result is `null` if none is left. */
export function percentileInterval(
  replicates: readonly (number | null)[],
  confidence = 0.95,
): Interval | null {
  const tail = tailProbability(confidence);
  const ascending = Float64Array.from(replicates.filter((value) => value !== null)).sort();
  if (ascending.length === 0) return null;
  return { low: quantile(ascending, tail), high: quantile(ascending, 1 - tail) };
}

/** An interval for k if `open` more are undecided: the lower end adds none of them, the upper end all. */
export function intervalWithOpen(
  k: number,
  open: number,
  intervalOf: (count: number) => Interval | null,
): Interval | null {
  const least = intervalOf(k);
  const most = intervalOf(k + open);
  return least && most && { low: least.low, high: most.high };
}
