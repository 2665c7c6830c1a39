/**
 * What a judge's few flags prove although it errs: exact one-sided tests of "the true rate is at least this", for a judge
 * whose sensitivity is a floor or was measured on labelled failures.
 */
import type { Successes } from "./correction.ts";
import { betaQuantile, binomialCdf } from "./distributions.ts";
import { clopperPearsonInterval } from "./intervals.ts";
import { fewest } from "./power.ts";
import { assertSuccesses } from "./statistic.ts";

/** How bad a judge may be. A low sensitivity and a high specificity make a few flags prove the least. */
export interface JudgeLimits {
  /** Of failures, those it flags: a floor, or what it flagged of labelled ones. */
  readonly sensitivity: number | Successes;
  /** Of the rest, those it leaves alone, at most: 1 where nobody knows, so that no flag is taken for a false alarm. */
  readonly specificity: number;
}

export const FAULTLESS: JudgeLimits = { sensitivity: 1, specificity: 1 };

/** The share of items that a judge flags at the least, where the true rate is `rate` or more. */
function leastFlagged(rate: number, sensitivity: number, specificity: number): number {
  // A judge that flags failures less often than the rest flags the fewest where everything fails.
  return Math.min(sensitivity * rate + (1 - specificity) * (1 - rate), sensitivity);
}

/**
 * How many equally likely sensitivities stand for what the labels leave possible. Each is the lowest of its part, so that
 * fewer parts only make a test stricter.
 */
const PARTS = 400;

/**
 * The sensitivities a test averages over. For x of m labelled failures they are spread as Beta(x, m − x + 1), whose
 * lower quantiles are the exact lower bounds of Clopper and Pearson.
 */
function sensitivitiesOf({ sensitivity }: JudgeLimits): readonly number[] {
  if (typeof sensitivity === "number") return [sensitivity];
  const { k, n } = sensitivity;
  assertSuccesses(k, n);
  if (k === 0) return [0];
  return Array.from({ length: PARTS }, (_, part) => betaQuantile(part / PARTS, k, n - k + 1));
}

function tailOver(
  sensitivities: readonly number[],
  { k, n }: Successes,
  rate: number,
  specificity: number,
): number {
  const sum = sensitivities.reduce(
    (total, sensitivity) => total + binomialCdf(k, n, leastFlagged(rate, sensitivity, specificity)),
    0,
  );
  return sum / sensitivities.length;
}

/**
 * How likely so few flags are at the most, where the true rate is `rate` or more: the p-value of "it is less".
 * With a floor the test is exact. With labels it averages over the sensitivities they leave possible, which holds its
 * level wherever it was computed (bound-behind-judge.test.ts) and finds more than a bound on top of a bound.
 */
export function tailBehindJudge(flagged: Successes, rate: number, judge: JudgeLimits): number {
  assertSuccesses(flagged.k, flagged.n);
  return tailOver(sensitivitiesOf(judge), flagged, rate, judge.specificity);
}

/** The lowest true rate that the test above still excludes: "at most" this. 1 where it excludes none. */
export function upperBoundBehindJudge(flagged: Successes, judge: JudgeLimits, confidence: number): number {
  assertSuccesses(flagged.k, flagged.n);
  const sensitivities = sensitivitiesOf(judge);
  const excludes = (rate: number) =>
    tailOver(sensitivities, flagged, rate, judge.specificity) <= 1 - confidence;
  if (flagged.n === 0 || !excludes(1)) return 1;
  let [possible, excluded] = [0, 1];
  while (excluded - possible > 1e-9) {
    const middle = (possible + excluded) / 2;
    if (excludes(middle)) excluded = middle;
    else possible = middle;
  }
  return excluded;
}

/** The highest true rate that so many flags exclude: "at least" this. Only what is surely a false alarm is taken off. */
export function lowerBoundBehindJudge({ k, n }: Successes, specificity: number, confidence: number): number {
  // The bound of a one-sided claim is the end of the two-sided interval that leaves as much out at either end.
  const flaggedRate = clopperPearsonInterval(k, n, 2 * confidence - 1)?.low ?? 0;
  return specificity === 0 ? 0 : Math.max(0, (flaggedRate - (1 - specificity)) / specificity);
}

/** The lowest sensitivity of a judge by whose flags the true rate is still less than `rate`; `null` where not even 1 does. */
export function leastSensitivity(
  { k, n }: Successes,
  rate: number,
  { specificity, confidence }: { readonly specificity: number; readonly confidence: number },
): number | null {
  const flagged = clopperPearsonInterval(k, n, 2 * confidence - 1)?.high ?? 1;
  const least = Math.max((flagged - (1 - specificity) * (1 - rate)) / rate, flagged, 0);
  return least > 1 ? null : least;
}

/** Beyond this many nobody would gather them. */
const MOST_TRIALS = 1_000_000;

/**
 * The fewest items with so many flags by which the true rate is less than `rate`: 59 without a flag for 5% at 95%
 * confidence and a faultless judge. `null` where no number is enough.
 */
export function trialsBehindJudge(
  flags: number,
  rate: number,
  judge: JudgeLimits,
  confidence: number,
): number | null {
  const sensitivities = sensitivitiesOf(judge);
  const areEnough = (n: number) =>
    tailOver(sensitivities, { k: flags, n }, rate, judge.specificity) <= 1 - confidence;
  return fewest(flags + 1, areEnough, MOST_TRIALS);
}
