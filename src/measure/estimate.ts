/** A score with its interval. Why this method, and how well it covers: docs/decisions/0014-one-number-one-place.md. */
import { RANDOM_ALGORITHM } from "../kernel/random.ts";
import { RecentResults } from "../kernel/recent-results.ts";
import type { BoardEstimate } from "../schema/board/leaderboard.ts";
import type { Interval } from "../schema/scan/summary.ts";
import { resampledMeans, resampleIndices } from "../stats/bootstrap.ts";
import { percentileInterval } from "../stats/intervals.ts";
import { pairedDifference } from "../stats/paired-difference.ts";
import { byFamily, type FamilyOf, meanOf, type ScenarioValues } from "./scenario-means.ts";

export const CONFIDENCE = 0.95;

/** The seed of a draw is this one, followed by a line for each family's name: it depends on what is resampled alone. */
export const BOOTSTRAP = { algorithm: RANDOM_ALGORITHM, seed: "families/1", resamples: 5000 } as const;

/** Below this many families the percentile bootstrap covers less than it promises. */
const FEWEST_FAMILIES_TO_RESAMPLE = 30;

/** The mean over scenarios, with an interval over scenario families. The same values give the same digits everywhere. */
export function estimateScore(values: ScenarioValues, familyOf: FamilyOf): BoardEstimate {
  const families = byFamily(values, familyOf);
  const method = families.size < FEWEST_FAMILIES_TO_RESAMPLE ? "t" : "bootstrap";
  const interval = method === "t" ? tInterval(families) : bootstrapInterval(families);
  return {
    mean: meanOf([...families.values()].flat()),
    interval,
    method: interval === null ? null : method,
    scenarios: values.size,
  };
}

/** The mean of every resample of the named families; `null` where a resample holds no score. */
export function familyReplicates(
  names: readonly string[],
  families: ReadonlyMap<string, readonly number[]>,
): readonly (number | null)[] {
  const totals = names.map((name) => {
    const scores = families.get(name) ?? [];
    return { total: scores.reduce((sum, score) => sum + score, 0), count: scores.length };
  });
  return resampledMeans(totals, drawsOf.get([BOOTSTRAP.seed, ...names].join("\n"), drawFamilies));
}

/** Drawing takes longer than all that is done with a draw, and the scores of a scan are of the same families. */
const drawsOf = new RecentResults<readonly Uint32Array[]>(8);

function drawFamilies(seed: string): readonly Uint32Array[] {
  return resampleIndices(seed.split("\n").length - 1, BOOTSTRAP.resamples, seed);
}

function tInterval(families: ReadonlyMap<string, readonly number[]>): Interval | null {
  const { value } = pairedDifference([...families.values()], CONFIDENCE);
  if (value === null) return null;
  return { low: Math.max(0, value.interval.low), high: Math.min(1, value.interval.high) };
}

/** Families that all scored alike show no spread to resample; an interval of no width would claim certainty. */
function bootstrapInterval(families: ReadonlyMap<string, readonly number[]>): Interval | null {
  const interval = percentileInterval(familyReplicates([...families.keys()], families), CONFIDENCE);
  return interval !== null && interval.high > interval.low ? interval : null;
}
