/** The true rate behind a judge's verdicts: from its known errors, or from people's labels on a random sample. */

import type { Interval } from "../schema/scan/estimates.ts";
import { criticalZ } from "./distributions.ts";
import { assertSuccesses, type Statistic } from "./statistic.ts";
import { sampleCovariance, sampleMean, sampleVariance } from "./sums.ts";

/** k of n. */
export interface Successes {
  readonly k: number;
  readonly n: number;
}

export interface CorrectedRate {
  readonly rate: number;
  /** By the delta method, at the observed rates. */
  readonly standardError: number;
  readonly interval: Interval;
}

/**
 * The rate behind a judge's flags (Rogan and Gladen) with the interval of Lee et al., which also carries
 * the uncertainty of the judge's measured sensitivity and specificity.
 */
export function correctedRate(
  request: {
    /** The judge's flags among the items in question. */
    readonly flagged: Successes;
    /** Its flags among known failures. */
    readonly sensitivity: Successes;
    /** The items it left unflagged among known non-failures. */
    readonly specificity: Successes;
  },
  confidence = 0.95,
): Statistic<CorrectedRate> {
  const { flagged, sensitivity, specificity } = request;
  for (const { k, n } of [flagged, sensitivity, specificity]) assertSuccesses(k, n);
  if (flagged.n === 0) return { value: null, reason: "nothing was judged" };
  if (sensitivity.n === 0) return { value: null, reason: "the judge was not tried on known failures" };
  if (specificity.n === 0) return { value: null, reason: "the judge was not tried on known passes" };
  const errors = {
    sensitivity: sensitivity.k / sensitivity.n,
    specificity: specificity.k / specificity.n,
  };
  const rate = roganGladen(flagged.k / flagged.n, errors);
  if (rate.value === null) return rate;
  const { standardError } = propagate(flagged, sensitivity, specificity);

  const z = criticalZ(confidence);
  const adjusted = propagate(
    withPseudoCounts(flagged, z * z),
    withPseudoCounts(sensitivity, 2),
    withPseudoCounts(specificity, 2),
  );
  if (adjusted.discrimination <= 0) {
    return { value: null, reason: "too few labelled items tell the judge from chance" };
  }
  const centre = adjusted.rate + z * z * adjusted.skew;
  const low = Math.max(0, centre - z * adjusted.standardError);
  const high = Math.min(1, centre + z * adjusted.standardError);
  if (low >= high) {
    const amount = low > 0 ? "more" : "fewer";
    return {
      value: null,
      reason: `the judge flagged ${amount} than its measured errors allow for at any true rate`,
    };
  }
  return { value: { rate: rate.value, standardError, interval: { low, high } } };
}

/** Half of the added trials succeed. */
function withPseudoCounts({ k, n }: Successes, added: number): Successes {
  return { k: k + added / 2, n: n + added };
}

function propagate(flagged: Successes, sensitivity: Successes, specificity: Successes) {
  const discrimination = sensitivity.k / sensitivity.n + specificity.k / specificity.n - 1;
  const rate = (flagged.k / flagged.n + specificity.k / specificity.n - 1) / discrimination;
  const ofSensitivity = varianceOfRate(sensitivity);
  const ofSpecificity = varianceOfRate(specificity);
  const variance = varianceOfRate(flagged) + (1 - rate) ** 2 * ofSpecificity + rate ** 2 * ofSensitivity;
  return {
    discrimination,
    rate,
    standardError: Math.sqrt(variance) / discrimination,
    /** Skew of the ratio caused by errors in the measured sensitivity and specificity, per z². */
    skew: 2 * (rate * ofSensitivity - (1 - rate) * ofSpecificity),
  };
}

function varianceOfRate({ k, n }: Successes): number {
  return ((k / n) * (1 - k / n)) / n;
}

export interface JudgeErrors {
  /** Share of failures that the judge flags. */
  readonly sensitivity: number;
  /** Share of non-failures that it leaves unflagged. */
  readonly specificity: number;
}

/** The true rate behind a judge's flagged rate (Rogan and Gladen), clamped to [0, 1]. */
export function roganGladen(flaggedRate: number, errors: JudgeErrors): Statistic {
  const { sensitivity, specificity } = errors;
  for (const rate of [flaggedRate, sensitivity, specificity]) {
    if (!(rate >= 0 && rate <= 1)) throw new RangeError(`${rate} is not a rate`);
  }
  const discrimination = sensitivity + specificity - 1;
  if (discrimination <= 0) return { value: null, reason: "the judge does no better than chance" };
  return { value: Math.min(1, Math.max(0, (flaggedRate + specificity - 1) / discrimination)) };
}

export interface PredictionPoweredRequest {
  /** People's labels on a random sample of the items: 1 a failure, 0 none. */
  readonly labels: readonly number[];
  /** The judge's labels on the same items, in the same order. */
  readonly judgedLabelled: readonly number[];
  /** The judge's labels on the items without a human label. */
  readonly judgedUnlabelled: readonly number[];
  /**
   * Trust in the judge: a weight in [0, 1], or tuned for the smallest error, with the judge's variance taken
   * over `all` items (the default) or over the `labelled` ones.
   */
  readonly trust?: number | "all" | "labelled";
}

export interface PredictionPoweredRate {
  readonly rate: number;
  readonly standardError: number;
  /** The weight of the judge's verdicts, from 0 (people only) to 1. */
  readonly trust: number;
  readonly interval: Interval;
}

/** Averages of equal numbers differ by at most this. */
const ROUNDING = 1e-12;

/** PPI++: the rate people would have found, from their labels on a random sample and the judge's verdicts on everything. */
export function predictionPoweredRate(
  request: PredictionPoweredRequest,
  confidence = 0.95,
): Statistic<PredictionPoweredRate> {
  const { labels, judgedLabelled, judgedUnlabelled } = request;
  const z = criticalZ(confidence);
  if (labels.length !== judgedLabelled.length) throw new RangeError("every labelled item was judged once");
  for (const value of [...labels, ...judgedLabelled, ...judgedUnlabelled]) {
    if (!(value >= 0 && value <= 1)) throw new RangeError(`${value} is not a verdict between 0 and 1`);
  }
  if (labels.length < 2) return { value: null, reason: "fewer than two items were labelled" };
  if (judgedUnlabelled.length < 2) return { value: null, reason: "fewer than two items are unlabelled" };
  const trust = weightOf(request);
  const corrections = labels.map((label, index) => label - trust * (judgedLabelled[index] ?? 0));
  const standardError = Math.sqrt(
    (trust ** 2 * sampleVariance(judgedUnlabelled)) / judgedUnlabelled.length +
      sampleVariance(corrections) / labels.length,
  );
  if (standardError <= ROUNDING) {
    return { value: null, reason: "labels and verdicts are all the same, which says nothing of the spread" };
  }
  const rate = trust * sampleMean(judgedUnlabelled) + sampleMean(corrections);
  return {
    value: {
      rate: within(rate),
      standardError,
      trust,
      interval: { low: within(rate - z * standardError), high: within(rate + z * standardError) },
    },
  };
}

function weightOf(request: PredictionPoweredRequest): number {
  const { labels, judgedLabelled, judgedUnlabelled, trust = "all" } = request;
  if (typeof trust === "number") {
    if (!(trust >= 0 && trust <= 1)) throw new RangeError(`${trust} is not a weight between 0 and 1`);
    return trust;
  }
  const verdicts = trust === "all" ? [...judgedLabelled, ...judgedUnlabelled] : judgedLabelled;
  const variance = sampleVariance(verdicts);
  // A judge who always gives the same answer adds nothing.
  if (variance === 0) return 0;
  const covariance = sampleCovariance(labels, judgedLabelled);
  return within(covariance / (variance * (1 + labels.length / judgedUnlabelled.length)));
}

function within(rate: number): number {
  return Math.min(1, Math.max(0, rate));
}
