import normalQuantile from "@stdlib/stats-base-dists-normal-quantile";
import { criticalZ } from "./critical-z.ts";

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
  return (critical + normalQuantile(power, 0, 1)) * standardError;
}
