import type { Interval } from "../schema/scan/summary.ts";
import { tCdf, tQuantile } from "./distributions.ts";
import type { Statistic } from "./statistic.ts";
import { sum } from "./sums.ts";

export interface ClusteredMean {
  readonly mean: number;
  readonly clusters: number;
  /** The sandwich estimate as it stands; too small where clusters are few. */
  readonly cr0: number;
  /** CR0 times √(G/(G-1)); with clusters of one it is the ordinary standard error of a mean. */
  readonly cr1: number;
}

/** The mean of all scores, and a standard error that lets scores of one cluster move together. */
export function clusteredStandardError(clusters: readonly (readonly number[])[]): Statistic<ClusteredMean> {
  const filled = clusters.filter((scores) => scores.length > 0);
  if (filled.length === 0) return { value: null, reason: "nothing was scored" };
  if (filled.length === 1) return { value: null, reason: "one cluster says nothing of how clusters differ" };
  const count = sum(filled.map((scores) => scores.length));
  const mean = sum(filled.map((scores) => sum(scores))) / count;
  const deviations = filled.map((scores) => sum(scores.map((score) => score - mean)));
  const cr0 = Math.sqrt(sum(deviations.map((deviation) => deviation ** 2))) / count;
  const correction = Math.sqrt(filled.length / (filled.length - 1));
  return { value: { mean, clusters: filled.length, cr0, cr1: cr0 * correction } };
}

/** A paired difference, new minus old, more being better. */
export interface DifferenceToMargin {
  readonly difference: number;
  readonly standardError: number;
  readonly degreesOfFreedom: number;
  /** How much worse still counts as no worse. */
  readonly margin: number;
}

export interface Noninferiority {
  /** One-sided, of "worse by the margin or more". */
  readonly p: number;
  /** Two one-sided bounds, each of the given confidence. */
  readonly bounds: Interval;
  /** PASS: surely not worse by the margin. FAIL: surely worse by it. Otherwise the data do not say. */
  readonly outcome: "PASS" | "FAIL" | "INCONCLUSIVE";
}

/** Whether the new is no worse than the old by more than a margin: not "the score did not drop". */
export function noninferiority(request: DifferenceToMargin, confidence = 0.95): Statistic<Noninferiority> {
  const { difference, standardError, degreesOfFreedom, margin } = request;
  if (!(margin > 0)) throw new RangeError(`a margin of ${margin} allows for nothing`);
  if (!(confidence > 0.5 && confidence < 1)) {
    throw new RangeError(`confidence is ${confidence}; one-sided, it lies strictly between 0.5 and 1`);
  }
  if (!(standardError > 0 && degreesOfFreedom > 0)) {
    return { value: null, reason: "the spread of the difference is unknown" };
  }
  const half = tQuantile(confidence, degreesOfFreedom) * standardError;
  const bounds = { low: difference - half, high: difference + half };
  return {
    value: {
      p: tCdf(-(difference + margin) / standardError, degreesOfFreedom),
      bounds,
      outcome: bounds.low > -margin ? "PASS" : bounds.high < -margin ? "FAIL" : "INCONCLUSIVE",
    },
  };
}
