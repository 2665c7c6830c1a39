import normalQuantile from "@stdlib/stats-base-dists-normal-quantile";
import { criticalZ } from "./critical-z.ts";

/** How many paired items find a true difference with the given power; not rounded, so that callers may add up or round up. */
export function requiredPairs(request: {
  readonly difference: number;
  /** Variance of the paired difference between items, repeats being endless. */
  readonly variance: number;
  /** What chance within an item adds: each side's variance over its repeats. */
  readonly within?: readonly { readonly variance: number; readonly repeats: number }[];
  /** How many times as many items clustering asks for. */
  readonly designEffect?: number;
  readonly critical?: number;
  readonly power?: number;
}): number {
  const {
    difference,
    variance,
    within = [],
    designEffect = 1,
    critical = criticalZ(0.95),
    power = 0.8,
  } = request;
  if (difference === 0) throw new RangeError("no number of pairs finds a difference of 0");
  if (!(power > 0 && power < 1)) throw new RangeError(`power is ${power}; it lies strictly between 0 and 1`);
  const total = within.reduce((sum, side) => sum + side.variance / side.repeats, variance);
  return ((critical + normalQuantile(power, 0, 1)) ** 2 * total * designEffect) / difference ** 2;
}
