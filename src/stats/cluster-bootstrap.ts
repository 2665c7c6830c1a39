import type { Interval } from "../schema/summary.ts";
import { quantile } from "./quantile.ts";
import { resampleIndices } from "./resample-indices.ts";

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

/** Percentile interval of a statistic, by drawing whole clusters with replacement. */
export function clusterBootstrap<Cluster>(request: ClusterBootstrapRequest<Cluster>): ClusterBootstrapResult {
  const { clusters, statistic, resamples, seed, confidence } = request;
  if (!(confidence > 0 && confidence < 1)) {
    throw new RangeError(`confidence is ${confidence}; it lies strictly between 0 and 1`);
  }
  if (clusters.length < 2) return { interval: null, resamples, usable: 0 };
  const values: number[] = [];
  for (const indices of resampleIndices(clusters.length, resamples, seed)) {
    const value = statistic(draw(clusters, indices));
    if (value === null) continue;
    if (!Number.isFinite(value)) throw new RangeError(`the statistic of a resample is ${value}`);
    values.push(value);
  }
  if (values.length === 0) return { interval: null, resamples, usable: 0 };
  const ascending = Float64Array.from(values).sort();
  const tail = (1 - confidence) / 2;
  return {
    interval: { low: quantile(ascending, tail), high: quantile(ascending, 1 - tail) },
    resamples,
    usable: values.length,
  };
}

function draw<Cluster>(clusters: readonly Cluster[], indices: Uint32Array): readonly Cluster[] {
  return Array.from(indices, (index) => {
    // Every index is below the cluster count, so the element is there, even where `Cluster` admits undefined.
    return clusters[index] as Cluster;
  });
}
