import { mean, sum } from "simple-statistics";
import type { Statistic } from "./statistic.ts";

/** The delete-one-cluster standard error of any statistic; steadier than the bootstrap's where clusters are few. */
export function jackknifeStandardError<Cluster>(
  clusters: readonly Cluster[],
  statistic: (clusters: readonly Cluster[]) => number | null,
): Statistic {
  const count = clusters.length;
  if (count < 2) return { value: null, reason: "fewer than two clusters say nothing of how clusters differ" };
  const without: number[] = [];
  for (const omitted of clusters.keys()) {
    const value = statistic(clusters.toSpliced(omitted, 1));
    if (value === null)
      return { value: null, reason: "without one of the clusters nothing is left to score" };
    without.push(value);
  }
  const centre = mean(without);
  const squares = sum(without.map((value) => (value - centre) ** 2));
  return { value: Math.sqrt(((count - 1) / count) * squares) };
}
