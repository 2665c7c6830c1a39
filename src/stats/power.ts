/** How much data a claim needs: what difference could be found. bound-behind-judge.ts says how many trials bound a rate. */

import { criticalZ } from "./distributions.ts";
import { normalQuantile } from "./normal-quantile.ts";

/** The true difference that is found with the given power, where |estimate| / standard error must exceed `critical`. */
export function minimumDetectableDifference(request: {
  /** Of the paired difference: its standard deviation over √pairs, times √(design effect) where pairs are clustered. */
  readonly standardError: number;
  /** The normal 5% two-sided value unless told. */
  readonly critical?: number;
  readonly power?: number;
}): number {
  const { standardError, critical = criticalZ(0.95), power = 0.8 } = request;
  if (!(standardError >= 0)) throw new RangeError(`${standardError} is not a standard error`);
  if (!(power > 0 && power < 1)) throw new RangeError(`power is ${power}; it lies strictly between 0 and 1`);
  return (critical + normalQuantile(power)) * standardError;
}

/** The smallest number from one on with which something holds that holds with any greater one; `null` beyond the most. */
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
