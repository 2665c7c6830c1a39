import type { Interval } from "../schema/summary.ts";
import { assertSuccesses } from "./assert-successes.ts";
import { criticalZ } from "./critical-z.ts";

/** Wilson's score interval for k of n, without continuity correction; `null` where n is 0. */
export function wilsonInterval(k: number, n: number, confidence = 0.95): Interval | null {
  assertSuccesses(k, n);
  const z = criticalZ(confidence);
  if (n === 0) return null;
  const rate = k / n;
  const shrink = 1 + (z * z) / n;
  const centre = (rate + (z * z) / (2 * n)) / shrink;
  const half = (z / shrink) * Math.sqrt((rate * (1 - rate)) / n + (z * z) / (4 * n * n));
  // At the ends the bound is 0 or 1 exactly, which rounding would miss.
  return {
    low: k === 0 ? 0 : Math.max(0, centre - half),
    high: k === n ? 1 : Math.min(1, centre + half),
  };
}
