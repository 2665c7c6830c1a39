/**
 * Bounds from the flags of an imperfect judge: exact one-sided tests of "the true rate is at least this". The
 * judge's sensitivity is a floor or was measured on labelled failures.
 */
import type { Successes } from "./correction.ts";
import { betaQuantile, binomialCdf } from "./distributions.ts";
import { clopperPearsonInterval } from "./intervals.ts";
import { fewest } from "./power.ts";
import { assertSuccesses } from "./statistic.ts";

/** Lower limits for a judge. A low sensitivity and a high specificity make few flags prove the least. */
export interface JudgeLimits {
  /** Share of failures that the judge flags: a floor, or its flags among labelled failures. */
  readonly sensitivity: number | Successes;
  /**
   * Upper bound on the share of other items that it does not flag; 1 if unknown, so that no flag counts as a
   * false alarm.
   */
  readonly specificity: number;
}

export const FAULTLESS: JudgeLimits = { sensitivity: 1, specificity: 1 };

/** The least share of items that a judge flags if the true rate is `rate` or more. */
function leastFlagged(rate: number, sensitivity: number, specificity: number): number {
  // A judge that flags failures less often than other items flags fewest if everything fails.
  return Math.min(sensitivity * rate + (1 - specificity) * (1 - rate), sensitivity);
}

/**
 * Number of equally likely sensitivities that represent what the labels leave possible. Each is the lowest of
 * its part, so fewer parts only make a test stricter.
 */
const PARTS = 400;

/**
 * The sensitivities that a test averages over. For x of m labelled failures they follow Beta(x, m − x + 1),
 * whose lower quantiles are the exact lower bounds of Clopper and Pearson.
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
 * Probability of so few flags if the true rate is `rate` or more: the p-value of "it is less".
 * With a floor the test is exact. With labels it averages over the possible sensitivities, which holds its
 * level in every computed case (bound-behind-judge.test.ts) and finds more than a bound on top of a bound.
 */
export function tailBehindJudge(flagged: Successes, rate: number, judge: JudgeLimits): number {
  assertSuccesses(flagged.k, flagged.n);
  return tailOver(sensitivitiesOf(judge), flagged, rate, judge.specificity);
}

/** The lowest true rate that `tailBehindJudge` still excludes, as an "at most" bound; 1 if it excludes none. */
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

/** The highest true rate that this many flags exclude, as an "at least" bound. Subtracts only certain false alarms. */
export function lowerBoundBehindJudge({ k, n }: Successes, specificity: number, confidence: number): number {
  // The bound of a one-sided claim is the end of the two-sided interval with the same tail at each end.
  const flaggedRate = clopperPearsonInterval(k, n, 2 * confidence - 1)?.low ?? 0;
  return specificity === 0 ? 0 : Math.max(0, (flaggedRate - (1 - specificity)) / specificity);
}

/** The lowest sensitivity with which the judge's flags still prove a rate below `rate`; `null` if not even 1 does. */
export function leastSensitivity(
  { k, n }: Successes,
  rate: number,
  { specificity, confidence }: { readonly specificity: number; readonly confidence: number },
): number | null {
  const flagged = clopperPearsonInterval(k, n, 2 * confidence - 1)?.high ?? 1;
  const least = Math.max((flagged - (1 - specificity) * (1 - rate)) / rate, flagged, 0);
  return least > 1 ? null : least;
}

/** Upper limit of the search: more trials are impractical. */
const MOST_TRIALS = 1_000_000;

/**
 * The fewest items with this many flags that prove a rate below `rate`: 59 without a flag for 5% at 95%
 * confidence and a faultless judge. `null` if no number is enough.
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
