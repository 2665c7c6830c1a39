import type { Interval } from "../schema/summary.ts";
import { bootstrapReplicates } from "./bootstrap-replicates.ts";
import { percentileInterval } from "./percentile-interval.ts";
import { resampleIndices } from "./resample-indices.ts";
import { tailProbability } from "./tail-probability.ts";

export interface ClusterBootstrapRequest<Cluster> {
  readonly clusters: readonly Cluster[];
  /** `null` where a resample gives the statistic nothing to work on. */
  readonly statistic: (resampled: readonly Cluster[]) => number | null;
  readonly resamples: number;
  readonly seed: string;
  readonly confidence: number;
}

export interface ClusterBootstrapResult {
  /** `null` with fewer than two clusters, which say nothing of their spread, or with no usable resample. */
  readonly interval: Interval | null;
  readonly resamples: number;
  /** Resamples whose statistic was not `null`; only they enter the interval. */
  readonly usable: number;
}

/**
 * Percentile interval of one statistic, by drawing whole clusters with replacement.
 * For several models or scores, draw once with `resampleIndices` and take `bootstrapReplicates` of each.
 */
export function clusterBootstrap<Cluster>(request: ClusterBootstrapRequest<Cluster>): ClusterBootstrapResult {
  const { clusters, statistic, resamples, seed, confidence } = request;
  tailProbability(confidence);
  if (clusters.length < 2) return { interval: null, resamples, usable: 0 };
  const draws = resampleIndices(clusters.length, resamples, seed);
  const replicates = bootstrapReplicates(clusters, draws, statistic);
  return {
    interval: percentileInterval(replicates, confidence),
    resamples,
    usable: replicates.filter((value) => value !== null).length,
  };
}
