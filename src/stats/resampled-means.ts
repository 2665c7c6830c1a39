/** What a cluster adds to a mean: the total of its scores and how many they are. */
export interface ClusterTotal {
  readonly total: number;
  readonly count: number;
}

/**
 * The mean over every resample of clusters, in their order; `null` where a resample holds no score.
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
    for (const index of indices) {
      total += totals[index] ?? 0;
      count += counts[index] ?? 0;
    }
    return count === 0 ? null : total / count;
  });
}
