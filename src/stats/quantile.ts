/** A quantile of ascending values, interpolated linearly between its two neighbours (numpy's default). */
export function quantile(ascending: ArrayLike<number>, probability: number): number {
  const position = (ascending.length - 1) * probability;
  const below = Math.floor(position);
  const low = ascending[below];
  const high = ascending[Math.ceil(position)];
  if (low === undefined || high === undefined) {
    throw new RangeError(`no quantile ${probability} of ${ascending.length} values`);
  }
  return low + (high - low) * (position - below);
}
