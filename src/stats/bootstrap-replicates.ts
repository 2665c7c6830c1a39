/**
 * A statistic of every resample, in their order; `null` where a resample gives it nothing to work on.
 * Models whose clusters stand in the same order and that are given the same `draws` (`resampleIndices`)
 * can be compared resample by resample.
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
    // Every index is below the cluster count, so the element is there, even where `Cluster` admits undefined.
    return clusters[index] as Cluster;
  });
}
