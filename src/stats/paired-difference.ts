import tCdf from "@stdlib/stats-base-dists-t-cdf";
import tQuantile from "@stdlib/stats-base-dists-t-quantile";
import type { Interval } from "../schema/summary.ts";
import { clusteredStandardError } from "./clustered-standard-error.ts";
import type { Statistic } from "./statistic.ts";
import { tailProbability } from "./tail-probability.ts";

export interface PairedDifference {
  readonly mean: number;
  readonly standardError: number;
  readonly degreesOfFreedom: number;
  readonly t: number;
  /** Two-sided. */
  readonly p: number;
  readonly interval: Interval;
}

/** A spread of this share of the largest difference is rounding. */
const ROUNDING = 1e-12;

/**
 * The mean of paired differences with its t test, clustered (CR1, G-1 degrees of freedom).
 * With one difference per cluster it is the ordinary paired t test.
 */
export function pairedDifference(
  clusters: readonly (readonly number[])[],
  confidence = 0.95,
): Statistic<PairedDifference> {
  const tail = tailProbability(confidence);
  const clustered = clusteredStandardError(clusters);
  if (clustered.value === null) return clustered;
  const { mean, cr1: standardError } = clustered.value;
  if (standardError <= ROUNDING * largestSize(clusters.flat())) {
    return { value: null, reason: "every cluster differs by the same, which says nothing of the spread" };
  }
  const degreesOfFreedom = clustered.value.clusters - 1;
  const t = mean / standardError;
  const half = tQuantile(1 - tail, degreesOfFreedom) * standardError;
  return {
    value: {
      mean,
      standardError,
      degreesOfFreedom,
      t,
      p: 2 * tCdf(-Math.abs(t), degreesOfFreedom),
      interval: { low: mean - half, high: mean + half },
    },
  };
}

function largestSize(differences: readonly number[]): number {
  return differences.reduce((largest, difference) => Math.max(largest, Math.abs(difference)), 0);
}
