import { quantile } from "../stats/distributions.ts";
import { minimumDetectableDifference } from "../stats/power.ts";
import { type RankSet, rankSets, simultaneousSeparations, tiers } from "../stats/ranking.ts";

export const CONFIDENCE = 0.95;
export const POWER = 0.8;

export interface Ranking {
  readonly ranks: readonly RankSet[];
  readonly tiers: readonly number[];
  readonly critical: number | null;
  readonly standardErrors: readonly (readonly number[])[];
  /** Over all pairs: what is found between two models with the stated power, by the rule that makes the tiers. */
  readonly detectable: { readonly median: number; readonly largest: number } | null;
}

/** Rank sets and tiers by a score, more being better; `replicates[j]` are model j's, all from the same draws. */
export function rankModels(
  estimates: readonly number[],
  replicates: readonly (readonly (number | null)[])[],
): Ranking {
  const separated = simultaneousSeparations(estimates, replicates, CONFIDENCE).value;
  if (separated === null) return unranked(estimates.length);
  const { critical, better, standardErrors } = separated;
  const pairs = standardErrors.flatMap((row, j) => row.slice(j + 1)).toSorted((a, b) => a - b);
  const detectable = (standardError: number) =>
    minimumDetectableDifference({ standardError, critical, power: POWER });
  return {
    ranks: rankSets(better),
    tiers: tiers(better),
    critical: pairs.length === 0 ? null : critical,
    standardErrors,
    detectable:
      pairs.length === 0
        ? null
        : { median: detectable(quantile(pairs, 0.5)), largest: detectable(pairs.at(-1) ?? 0) },
  };
}

/** Nothing tells the models apart: each may have any rank. */
function unranked(count: number): Ranking {
  const models = Array.from({ length: count });
  return {
    ranks: models.map(() => ({ best: 1, worst: count })),
    tiers: models.map(() => 1),
    critical: null,
    standardErrors: [],
    detectable: null,
  };
}
