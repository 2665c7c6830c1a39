import betaQuantile from "@stdlib/stats-base-dists-beta-quantile";
import type { Interval } from "../schema/summary.ts";
import { assertSuccesses } from "./assert-successes.ts";
import { tailProbability } from "./tail-probability.ts";

/**
 * The central credible interval for k of n under Jeffreys' prior Beta(½, ½); `null` where n is 0.
 * The ends are left as the posterior has them: with k = 0 the lower bound is small, not 0.
 */
export function jeffreysInterval(k: number, n: number, confidence = 0.95): Interval | null {
  assertSuccesses(k, n);
  const tail = tailProbability(confidence);
  if (n === 0) return null;
  return {
    low: betaQuantile(tail, k + 0.5, n - k + 0.5),
    high: betaQuantile(1 - tail, k + 0.5, n - k + 0.5),
  };
}
