import { sum } from "simple-statistics";
import { assertSuccesses } from "./assert-successes.ts";
import type { Statistic } from "./statistic.ts";

/** Beta(a, b): as if `a` failures and `b` passes had been seen before. */
export interface BetaPrior {
  readonly a: number;
  readonly b: number;
}

/** A lighter prior would let one cell's first result say 0 or 1 with near certainty. */
const MINIMUM_WEIGHT = 1;

/**
 * The prior that cells of k of n share, by the method of moments (the analysis-of-variance estimate of their
 * correlation). Its weight a + b is held to `maximumWeight`, so that cells with much to say are not overruled.
 */
export function fitBetaPrior(
  cells: readonly { readonly k: number; readonly n: number }[],
  maximumWeight: number,
): Statistic<BetaPrior> {
  for (const { k, n } of cells) assertSuccesses(k, n);
  if (!(maximumWeight >= MINIMUM_WEIGHT)) throw new RangeError(`a prior weighs at least ${MINIMUM_WEIGHT}`);
  const seen = cells.filter(({ n }) => n > 0);
  if (seen.length < 2) return { value: null, reason: "fewer than two cells have anything to share" };
  const trials = sum(seen.map(({ n }) => n));
  const rate = sum(seen.map(({ k }) => k)) / trials;
  if (rate === 0 || rate === 1) return { value: null, reason: "all results are alike" };
  if (trials === seen.length)
    return { value: null, reason: "no cell has two results to tell cells from chance" };
  const between = sum(seen.map(({ k, n }) => n * (k / n - rate) ** 2)) / (seen.length - 1);
  const within = sum(seen.map(({ k, n }) => (k * (n - k)) / n)) / (trials - seen.length);
  const typical = (trials - sum(seen.map(({ n }) => n * n)) / trials) / (seen.length - 1);
  const correlation = (between - within) / (between + (typical - 1) * within);
  // Cells that differ by no more than chance share all there is to share.
  const weight = correlation > 0 ? 1 / correlation - 1 : maximumWeight;
  const held = Math.min(maximumWeight, Math.max(MINIMUM_WEIGHT, weight));
  return { value: { a: rate * held, b: (1 - rate) * held } };
}
