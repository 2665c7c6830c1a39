import type { Interval } from "../schema/summary.ts";
import { quantile } from "./quantile.ts";
import { tailProbability } from "./tail-probability.ts";

/** The central part of bootstrap replicates; those that are `null` are left out, and with none left there is none. */
export function percentileInterval(
  replicates: readonly (number | null)[],
  confidence = 0.95,
): Interval | null {
  const tail = tailProbability(confidence);
  const ascending = Float64Array.from(replicates.filter((value) => value !== null)).sort();
  if (ascending.length === 0) return null;
  return { low: quantile(ascending, tail), high: quantile(ascending, 1 - tail) };
}
