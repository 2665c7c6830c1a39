import type { Statistic } from "./statistic.ts";
import { sum } from "./sums.ts";

interface ClusteredMean {
  readonly mean: number;
  readonly clusters: number;
  /** The plain sandwich estimate; too small if clusters are few. */
  readonly cr0: number;
  /** CR0 times √(G/(G-1)); with clusters of one it is the ordinary standard error of a mean. */
  readonly cr1: number;
}

/** The textbook formula for point values: the reference for means of ranges. */
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
