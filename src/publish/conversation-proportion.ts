import type { Proportion } from "../schema/summary.ts";
import { wilsonInterval } from "../stats/wilson.ts";

/**
 * k of n conversations with a Wilson interval. Repeats of one scenario are not further scenarios, so the interval
 * counts scenarios, as if each had been had once.
 */
export function conversationProportion(k: number, n: number, repeats: number): Proportion {
  if (n === 0) return { k, n, rate: null, interval: null };
  const rate = k / n;
  if (repeats === 1) return { k, n, rate, interval: wilsonInterval(k, n) };
  const scenarios = Math.max(1, Math.round(n / repeats));
  const lowest = k > 0 ? 1 : 0;
  const highest = k < n ? scenarios - 1 : scenarios;
  const failed = Math.min(Math.max(Math.round(rate * scenarios), lowest), Math.max(highest, lowest));
  const interval = wilsonInterval(failed, scenarios);
  return {
    k,
    n,
    rate,
    interval: interval && { low: Math.min(interval.low, rate), high: Math.max(interval.high, rate) },
  };
}
