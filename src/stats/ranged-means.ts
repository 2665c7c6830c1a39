/**
 * Means of values that are known only within a range. Every result holds for any values within their ranges,
 * and a wider range never makes a statement stronger. If every range is a point, these are the ordinary
 * formulas.
 */
import type { Interval } from "../schema/scan/estimates.ts";
import { tailProbability, tQuantile } from "./distributions.ts";
import type { Statistic } from "./statistic.ts";
import { sum } from "./sums.ts";

/** Values by cluster, each with its minimum and maximum. */
export type RangedClusters = readonly (readonly Interval[])[];

export interface RangedMean {
  /** The minimum and maximum of the mean. */
  readonly mean: Interval;
  /** Maximum of the standard error (CR1) over all values within their ranges. */
  readonly largestError: number;
  readonly degreesOfFreedom: number;
}

/** The mean of all values, and a standard error that allows correlation within a cluster. */
export function rangedMean(clusters: RangedClusters): Statistic<RangedMean> {
  const filled = clusters.filter((values) => values.length > 0);
  if (filled.length === 0) return { value: null, reason: "nothing was scored" };
  if (filled.length === 1) return { value: null, reason: "one family says nothing of how families differ" };
  const furthest = deviationRanges(filled).map(({ low, high }) => Math.max(Math.abs(low), Math.abs(high)));
  return {
    value: {
      mean: meanRange(filled.flat()),
      largestError: clusteredError(furthest, filled),
      degreesOfFreedom: filled.length - 1,
    },
  };
}

/** Student's interval around every possible mean; `null` if nothing shows how clusters differ. */
export function rangedInterval(clusters: RangedClusters, confidence = 0.95): Interval | null {
  const { value } = rangedMean(clusters);
  if (value === null) return null;
  const { mean, largestError, degreesOfFreedom } = value;
  const half = tQuantile(1 - tailProbability(confidence), degreesOfFreedom) * largestError;
  return { low: mean.low - half, high: mean.high + half };
}

function meanRange(values: readonly Interval[]): Interval {
  return {
    low: sum(values.map(({ low }) => low)) / values.length,
    high: sum(values.map(({ high }) => high)) / values.length,
  };
}

/** For each cluster, the minimum and maximum of the summed deviations of its values from the mean. */
function deviationRanges(clusters: RangedClusters): readonly Interval[] {
  const count = sum(clusters.map((values) => values.length));
  const totals = clusters.map((values) => ({
    low: sum(values.map(({ low }) => low)),
    high: sum(values.map(({ high }) => high)),
  }));
  const [low, high] = [sum(totals.map((total) => total.low)), sum(totals.map((total) => total.high))];
  return totals.map((own, index) => {
    const share = (clusters[index]?.length ?? 0) / count;
    // The cluster's own values weigh 1 - share, those of the others -share.
    return {
      low: own.low * (1 - share) - (high - own.high) * share,
      high: own.high * (1 - share) - (low - own.low) * share,
    };
  });
}

/** CR1, from the size of every cluster's deviation. */
function clusteredError(deviations: readonly number[], clusters: RangedClusters): number {
  const count = sum(clusters.map((values) => values.length));
  const cr0 = Math.sqrt(sum(deviations.map((deviation) => deviation ** 2))) / count;
  return cr0 * Math.sqrt(clusters.length / (clusters.length - 1));
}
