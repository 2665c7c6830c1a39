import { mean, sampleCovariance, sampleVariance } from "simple-statistics";
import type { Interval } from "../schema/summary.ts";
import { criticalZ } from "./critical-z.ts";
import type { Statistic } from "./statistic.ts";

export interface PredictionPoweredRequest {
  /** What people said of a random sample of the items: 1 a failure, 0 none. */
  readonly labels: readonly number[];
  /** What the judge said of the same items, in the same order. */
  readonly judgedLabelled: readonly number[];
  /** What the judge said of the items nobody labelled. */
  readonly judgedUnlabelled: readonly number[];
  /**
   * How far the judge is trusted: a weight in [0, 1], or tuned for the smallest error with the judge's variance
   * taken over `all` items (unless told) or over the `labelled` ones.
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

/** Equal numbers differ by no more once averaged. */
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
    (trust ** 2 * sampleVariance([...judgedUnlabelled])) / judgedUnlabelled.length +
      sampleVariance(corrections) / labels.length,
  );
  if (standardError <= ROUNDING) {
    return { value: null, reason: "labels and verdicts are all the same, which says nothing of the spread" };
  }
  const rate = trust * mean([...judgedUnlabelled]) + mean(corrections);
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
  const verdicts = trust === "all" ? [...judgedLabelled, ...judgedUnlabelled] : [...judgedLabelled];
  const variance = sampleVariance(verdicts);
  // A judge who always says the same adds nothing.
  if (variance === 0) return 0;
  const covariance = sampleCovariance([...labels], [...judgedLabelled]);
  return within(covariance / (variance * (1 + labels.length / judgedUnlabelled.length)));
}

function within(rate: number): number {
  return Math.min(1, Math.max(0, rate));
}
