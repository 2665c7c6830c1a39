/**
 * Data needed for a claim: the smallest detectable difference. bound-behind-judge.ts computes the trials that
 * bound a rate.
 */

import { criticalZ } from "./distributions.ts";
import { normalQuantile } from "./normal-quantile.ts";

/** The true difference that is detected with the given power, if |estimate| / standard error must exceed `critical`. */
export function minimumDetectableDifference(request: {
  /**
   * Standard error of the paired difference: its standard deviation over √pairs, times √(design effect) for
   * clustered pairs.
   */
  readonly standardError: number;
  /** Defaults to the normal 5% two-sided value. */
  readonly critical?: number;
  readonly power?: number;
}): number {
  const { standardError, critical = criticalZ(0.95), power = 0.8 } = request;
  if (!(standardError >= 0)) throw new RangeError(`${standardError} is not a standard error`);
  if (!(power > 0 && power < 1)) throw new RangeError(`power is ${power}; it lies strictly between 0 and 1`);
  return (critical + normalQuantile(power)) * standardError;
}

/** The smallest number from one on that meets a monotone condition; `null` if it is above the limit. */
export function fewest(
  from: number,
  holds: (count: number) => boolean,
  most = Number.MAX_SAFE_INTEGER,
): number | null {
  let enough = from;
  let tooFew = from - 1;
  while (!holds(enough)) {
    if (enough >= most) return null;
    tooFew = enough;
    enough = Math.min(most, Math.max(1, enough) * 2);
  }
  while (enough - tooFew > 1) {
    const middle = Math.floor((enough + tooFew) / 2);
    if (holds(middle)) enough = middle;
    else tooFew = middle;
  }
  return enough;
}
