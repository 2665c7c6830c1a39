import type { Interval } from "../schema/summary.ts";
import type { Statistic } from "./statistic.ts";
import { wilsonInterval } from "./wilson.ts";

/** How many pairs fell into each cell: yes from both, from one only, from neither. */
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

/** Phi, its numerator drawn towards 0 by n/2 where it is positive, as the method asks; 0 where a margin is empty. */
function correlation({ both, onlyFirst, onlySecond, neither }: PairedCounts, n: number): number {
  const margins = (both + onlyFirst) * (onlySecond + neither) * (both + onlySecond) * (onlyFirst + neither);
  if (margins === 0) return 0;
  const product = both * neither - onlyFirst * onlySecond;
  return (product > 0 ? Math.max(0, product - n / 2) : product) / Math.sqrt(margins);
}
