import type { Interval } from "../schema/summary.ts";
import { assertSuccesses } from "./assert-successes.ts";
import { criticalZ } from "./critical-z.ts";

/** Wilson's score interval for k of n with continuity correction: wider, and rarely too short; `null` where n is 0. */
export function wilsonCorrectedInterval(k: number, n: number, confidence = 0.95): Interval | null {
  assertSuccesses(k, n);
  const z = criticalZ(confidence);
  if (n === 0) return null;
  const rate = k / n;
  const centre = 2 * k + z * z;
  const shrink = 2 * (n + z * z);
  const below = z * Math.sqrt(z * z - 2 - 1 / n + 4 * rate * (n - k + 1));
  const above = z * Math.sqrt(z * z + 2 - 1 / n + 4 * rate * (n - k - 1));
  return {
    low: k === 0 ? 0 : Math.max(0, (centre - 1 - below) / shrink),
    high: k === n ? 1 : Math.min(1, (centre + 1 + above) / shrink),
  };
}
