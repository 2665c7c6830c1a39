/** How likely a difference between pairs is by chance alone, and what is left of that where many are looked at. */
import type { Random } from "../kernel/random.ts";
import { binomialCdf, binomialPmf } from "./distributions.ts";
import type { Statistic } from "./statistic.ts";
import { sum } from "./sums.ts";

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

export interface SignFlipTest {
  /** Two-sided. */
  readonly p: number;
  readonly method: "exact" | "sampled";
  /** Sign patterns looked at. */
  readonly patterns: number;
}

/** 2^19 patterns, a few milliseconds; by symmetry half of all need not be looked at. */
const ENUMERATED_CLUSTERS = 20;
/** Sums that differ by rounding alone are equal. */
const RELATIVE_ROUNDING = 1e-9;

/**
 * Tests whether paired differences centre on 0, by turning the signs of whole clusters around:
 * all patterns where few clusters differ, otherwise `samples` patterns drawn with `random`.
 */
export function signFlipTest(
  clusters: readonly (readonly number[])[],
  options: { readonly random: Random; readonly samples: number },
): Statistic<SignFlipTest> {
  const totals = clusters.map((differences) => sum(differences));
  if (clusters.flat().length === 0) return { value: null, reason: "there is no pair to compare" };
  // A cluster whose differences cancel out is the same under either sign.
  const moving = Float64Array.from(totals.filter((total) => total !== 0));
  const scale = moving.reduce((most, total) => most + Math.abs(total), 0);
  const observed = Math.abs(moving.reduce((all, total) => all + total, 0));
  const threshold = observed - scale * RELATIVE_ROUNDING;
  return {
    value:
      moving.length <= ENUMERATED_CLUSTERS
        ? enumerate(moving, threshold)
        : sample(moving, threshold, options.random, options.samples),
  };
}

function enumerate(totals: Float64Array, threshold: number): SignFlipTest {
  const patterns = 2 ** Math.max(0, totals.length - 1);
  const signed = Float64Array.from(totals);
  let current = signed.reduce((all, total) => all + total, 0);
  let extreme = 0;
  for (let pattern = 1; pattern <= patterns; pattern += 1) {
    if (Math.abs(current) >= threshold) extreme += 1;
    // Gray code: consecutive patterns differ in one sign, the one at the number's lowest set bit.
    const turned = 31 - Math.clz32(pattern & -pattern);
    const value = signed[turned] ?? 0;
    current -= 2 * value;
    signed[turned] = -value;
  }
  return { p: extreme / patterns, method: "exact", patterns };
}

function sample(totals: Float64Array, threshold: number, random: Random, samples: number): SignFlipTest {
  let extreme = 0;
  for (let drawn = 0; drawn < samples; drawn += 1) {
    let current = 0;
    for (const total of totals) current += random.next() < 0.5 ? total : -total;
    if (Math.abs(current) >= threshold) extreme += 1;
  }
  // The observed pattern is one of them, so p is never 0.
  return { p: (extreme + 1) / (samples + 1), method: "sampled", patterns: samples };
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
    // The factor first: it is at least 1, so that no rounding leaves a p-value below where it was.
    smallest = Math.min(smallest, (pValues[index] ?? 1) * (count / (rank + 1)));
    adjusted[index] = smallest;
  }
  return adjusted;
}

/** The positions of p-values from the smallest to the largest; refuses what is no p-value. */
function ascendingPValues(pValues: readonly number[]): readonly number[] {
  for (const p of pValues) {
    if (!(p >= 0 && p <= 1)) throw new RangeError(`${p} is not a p-value`);
  }
  return [...pValues.keys()].toSorted((a, b) => (pValues[a] ?? 0) - (pValues[b] ?? 0));
}
