/** Tails and quantiles, of the normal distribution and of a sample: what intervals, tests and power are made from. */
import normalQuantile from "@stdlib/stats-base-dists-normal-quantile";

/** What a two-sided statement of the given confidence leaves out at each end: 0.025 for 0.95. */
export function tailProbability(confidence: number): number {
  if (!(confidence > 0 && confidence < 1)) {
    throw new RangeError(`confidence is ${confidence}; it lies strictly between 0 and 1`);
  }
  return (1 - confidence) / 2;
}

/** The z for which a standard normal lies within ±z with the given probability: 1.96 for 0.95. */
export function criticalZ(confidence: number): number {
  return normalQuantile(1 - tailProbability(confidence), 0, 1);
}

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
