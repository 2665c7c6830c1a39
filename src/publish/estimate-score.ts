import type { BoardEstimate } from "../schema/board/leaderboard.ts";
import type { Interval } from "../schema/scan/summary.ts";
import { resampledMeans } from "../stats/bootstrap.ts";
import { percentileInterval } from "../stats/intervals.ts";
import { pairedDifference } from "../stats/paired-difference.ts";
import { byFamily, type ScenarioFrame } from "./scenario-frame.ts";
import { meanOf } from "./scenario-means.ts";

/** Below this many families the percentile bootstrap covers less than it promises. */
const FEWEST_FAMILIES_TO_RESAMPLE = 30;

/** A mean over scenarios with its interval. `draws` are of the frame's families, shared by all models. */
export function estimateScore(
  frame: ScenarioFrame,
  means: readonly (number | null)[],
  draws: readonly Uint32Array[],
): BoardEstimate {
  const clusters = byFamily(frame, means).filter((scores) => scores.length > 0);
  const method = clusters.length < FEWEST_FAMILIES_TO_RESAMPLE ? "t" : "bootstrap";
  const interval =
    method === "t"
      ? tInterval(clusters)
      : widthOrNone(percentileInterval(familyReplicates(frame, means, draws)));
  const flat = clusters.flat();
  return {
    mean: meanOf(flat),
    interval,
    method: interval === null ? null : method,
    scenarios: flat.length,
  };
}

/** The mean of every resample of families, in the order of the draws. */
export function familyReplicates(
  frame: ScenarioFrame,
  means: readonly (number | null)[],
  draws: readonly Uint32Array[],
): readonly (number | null)[] {
  const totals = byFamily(frame, means).map((scores) => ({
    total: scores.reduce((sum, score) => sum + score, 0),
    count: scores.length,
  }));
  return resampledMeans(totals, draws);
}

function tInterval(clusters: readonly (readonly number[])[]): Interval | null {
  const { value } = pairedDifference(clusters);
  if (value === null) return null;
  return { low: Math.max(0, value.interval.low), high: Math.min(1, value.interval.high) };
}

/** Families that all scored alike show no spread to resample; an interval of no width would claim certainty. */
function widthOrNone(interval: Interval | null): Interval | null {
  return interval !== null && interval.high > interval.low ? interval : null;
}
