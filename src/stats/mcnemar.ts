import binomialCdf from "@stdlib/stats-base-dists-binomial-cdf";
import binomialPmf from "@stdlib/stats-base-dists-binomial-pmf";
import type { Statistic } from "./statistic.ts";

export interface McNemarTest {
  /** Two-sided; 1 where no pair is discordant. */
  readonly exact: number;
  /** Two-sided and less cautious: what was observed counts half. */
  readonly midP: number;
  readonly chiSquare: Statistic;
  readonly correctedChiSquare: Statistic;
}

/** McNemar's test of paired yes-or-no outcomes, from the pairs only the first said yes to and those only the second did. */
export function mcNemarTest(onlyFirst: number, onlySecond: number): McNemarTest {
  for (const count of [onlyFirst, onlySecond]) {
    if (!Number.isSafeInteger(count) || count < 0) throw new RangeError(`${count} is not a count of pairs`);
  }
  const discordant = onlyFirst + onlySecond;
  const fewer = Math.min(onlyFirst, onlySecond);
  const tails = 2 * binomialCdf(fewer, discordant, 0.5);
  const difference = Math.abs(onlyFirst - onlySecond);
  const chiSquare = (distance: number): Statistic =>
    discordant === 0
      ? { value: null, reason: "no pair is discordant" }
      : { value: distance ** 2 / discordant };
  return {
    exact: Math.min(1, tails),
    midP: Math.min(1, tails - binomialPmf(fewer, discordant, 0.5)),
    chiSquare: chiSquare(difference),
    correctedChiSquare: chiSquare(Math.max(0, difference - 1)),
  };
}
