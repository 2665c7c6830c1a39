import { createRandom } from "../kernel/random.ts";
import type { Interval } from "../schema/scan/estimates.ts";
import { tailProbability } from "./distributions.ts";
import { percentileInterval } from "./intervals.ts";

export interface ClusterBootstrapRequest<Cluster> {
  readonly clusters: readonly Cluster[];
  /** `null` if the statistic cannot be computed on a resample. */
  readonly statistic: (resampled: readonly Cluster[]) => number | null;
  readonly resamples: number;
  readonly seed: string;
  readonly confidence: number;
}

export interface ClusterBootstrapResult {
  /** `null` if there are fewer than two clusters, which show no spread, or no usable resample. */
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

/**
 * The clusters that each bootstrap resample draws, with replacement.
 * A function of its arguments alone: models scored with one seed on the same clusters share their resamples.
 */
export function resampleIndices(count: number, resamples: number, seed: string): readonly Uint32Array[] {
  const random = createRandom(seed);
  return Array.from({ length: resamples }, () =>
    Uint32Array.from({ length: count }, () => random.below(count)),
  );
}

/**
 * A statistic of every resample, in their order; `null` if it cannot be computed on one.
 * Models with the same cluster order and the same `draws` (`resampleIndices`) can be compared resample by
 * resample.
 */
export function bootstrapReplicates<Cluster>(
  clusters: readonly Cluster[],
  draws: readonly Uint32Array[],
  statistic: (resampled: readonly Cluster[]) => number | null,
): readonly (number | null)[] {
  return draws.map((indices) => {
    const value = statistic(draw(clusters, indices));
    if (value !== null && !Number.isFinite(value)) {
      throw new RangeError(`the statistic of a resample is ${value}`);
    }
    return value;
  });
}

function draw<Cluster>(clusters: readonly Cluster[], indices: Uint32Array): readonly Cluster[] {
  return Array.from(indices, (index) => {
    // Safe: every index is below the cluster count, so the element exists, even if `Cluster` admits
    // undefined.
    return clusters[index] as Cluster;
  });
}

/** Contribution of a cluster to a mean: the total of its scores and their number. */
export interface ClusterTotal {
  readonly total: number;
  readonly count: number;
}

/**
 * The mean over every resample of clusters, in their order; `null` if a resample holds no score.
 * The same as `bootstrapReplicates` with a pooled mean, several times faster.
 */
export function resampledMeans(
  clusters: readonly ClusterTotal[],
  draws: readonly Uint32Array[],
): readonly (number | null)[] {
  const totals = Float64Array.from(clusters, ({ total }) => total);
  const counts = Float64Array.from(clusters, ({ count }) => count);
  return draws.map((indices) => {
    let total = 0;
    let count = 0;
    for (let at = 0; at < indices.length; at += 1) {
      const index = indices[at] ?? 0;
      total += totals[index] ?? 0;
      count += counts[index] ?? 0;
    }
    return count === 0 ? null : total / count;
  });
}
