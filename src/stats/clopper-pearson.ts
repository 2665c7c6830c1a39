import betaQuantile from "@stdlib/stats-base-dists-beta-quantile";
import type { Interval } from "../schema/summary.ts";
import { assertSuccesses } from "./assert-successes.ts";
import { tailProbability } from "./tail-probability.ts";

/**
 * Clopper and Pearson's exact interval for k of n; `null` where n is 0.
 * It never covers less than it promises, so claims of the kind "at most" rest on it; the bound of
 * a one-sided claim at 95% is the end of the two-sided interval at 90%.
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
