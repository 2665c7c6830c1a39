import normalCdf from "@stdlib/stats-base-dists-normal-cdf";
import { criticalZ } from "./critical-z.ts";

/** How likely a true difference is to be found, in either direction, where |estimate| / standard error must exceed `critical`. */
export function detectionPower(request: {
  readonly difference: number;
  readonly standardError: number;
  /** The normal 5% two-sided value unless told. */
  readonly critical?: number;
}): number {
  const { difference, standardError, critical = criticalZ(0.95) } = request;
  if (!(standardError > 0))
    throw new RangeError(`a standard error of ${standardError} has no power to speak of`);
  const shift = Math.abs(difference) / standardError;
  return normalCdf(shift - critical, 0, 1) + normalCdf(-shift - critical, 0, 1);
}
