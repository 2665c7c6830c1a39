/** Significance of differences between pairs, and corrections for many tests. */
import { binomialCdf, binomialPmf } from "./distributions.ts";
import type { Statistic } from "./statistic.ts";

export interface McNemarTest {
  /** Two-sided; 1 if no pair is discordant. */
  readonly exact: number;
  /** Two-sided and less conservative: the observed outcome counts half. */
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

/** P-values adjusted after Holm, in the order given: those at most α reject with a family-wise error of at most α. */
export function holm(pValues: readonly number[]): readonly number[] {
  const adjusted = new Array<number>(pValues.length).fill(1);
  let largest = 0;
  for (const [rank, index] of ascendingPValues(pValues).entries()) {
    largest = Math.max(largest, Math.min(1, (pValues.length - rank) * (pValues[index] ?? 1)));
    adjusted[index] = largest;
  }
  return adjusted;
}

/** P-values adjusted after Benjamini and Hochberg, in the order given: those at most q are found with a false discovery rate of q. */
export function benjaminiHochberg(pValues: readonly number[]): readonly number[] {
  const count = pValues.length;
  const adjusted = new Array<number>(count).fill(1);
  let smallest = 1;
  for (const [rank, index] of [...ascendingPValues(pValues).entries()].toReversed()) {
    // The factor comes first: it is at least 1, so rounding never lowers a p-value.
    smallest = Math.min(smallest, (pValues[index] ?? 1) * (count / (rank + 1)));
    adjusted[index] = smallest;
  }
  return adjusted;
}

/** The positions of p-values from the smallest to the largest; throws on a value that is no p-value. */
function ascendingPValues(pValues: readonly number[]): readonly number[] {
  for (const p of pValues) {
    if (!(p >= 0 && p <= 1)) throw new RangeError(`${p} is not a p-value`);
  }
  return [...pValues.keys()].toSorted((a, b) => (pValues[a] ?? 0) - (pValues[b] ?? 0));
}
