import { betaCdf } from "./distributions.ts";

/** Probability that Student's t with the given degrees of freedom is at most this: the reference for its quantiles. */
export function tCdf(t: number, degreesOfFreedom: number): number {
  if (!(degreesOfFreedom > 0))
    throw new RangeError(`degrees of freedom are positive, not ${degreesOfFreedom}`);
  if (Number.isNaN(t)) throw new RangeError("NaN is not a value of t");
  if (!Number.isFinite(t)) return t < 0 ? 0 : 1;
  const square = t * t;
  // If the square of t overflows, its tail underflows.
  const inside = square === Number.POSITIVE_INFINITY ? 0 : degreesOfFreedom / (degreesOfFreedom + square);
  const outside = square === Number.POSITIVE_INFINITY ? 1 : square / (degreesOfFreedom + square);
  const tail = betaCdf(inside, degreesOfFreedom / 2, 0.5, outside) / 2;
  return t > 0 ? 1 - tail : tail;
}
