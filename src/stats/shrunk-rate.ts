import betaQuantile from "@stdlib/stats-base-dists-beta-quantile";
import type { Interval } from "../schema/summary.ts";
import { assertSuccesses } from "./assert-successes.ts";
import type { BetaPrior } from "./fit-beta-prior.ts";
import { tailProbability } from "./tail-probability.ts";

/** The rate behind k of n, drawn towards a prior shared with other cells: the posterior's mean and central interval. */
export function shrunkRate(
  k: number,
  n: number,
  { a, b }: BetaPrior,
  confidence = 0.95,
): { readonly rate: number; readonly interval: Interval } {
  assertSuccesses(k, n);
  if (!(a > 0 && b > 0)) throw new RangeError(`Beta(${a}, ${b}) is not a prior`);
  const tail = tailProbability(confidence);
  return {
    rate: (k + a) / (n + a + b),
    interval: {
      low: betaQuantile(tail, k + a, n - k + b),
      high: betaQuantile(1 - tail, k + a, n - k + b),
    },
  };
}
