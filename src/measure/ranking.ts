import type { ModelId } from "../schema/ids.ts";
import { quantile } from "../stats/distributions.ts";
import { minimumDetectableDifference } from "../stats/power.ts";
import { type RankSet, rankSets, simultaneousSeparations, tiers } from "../stats/ranking.ts";
import { CONFIDENCE, familyReplicates } from "./estimate.ts";
import { byFamily, type FamilyOf, meanOf, type ScenarioValues } from "./scenario-means.ts";

export const POWER = 0.8;

export interface Ranking {
  /** Of every model. */
  readonly of: ReadonlyMap<ModelId, { readonly tier: number; readonly ranks: RankSet }>;
  /** What a difference over its standard error must exceed; `null` where nothing could be compared. */
  readonly critical: number | null;
  /** Of the difference between two models; 0 where nothing could be compared. */
  readonly standardError: (a: ModelId, b: ModelId) => number;
  /** Over all pairs: what is found between two models with the stated power, by the rule that makes the tiers. */
  readonly detectable: { readonly median: number; readonly largest: number } | null;
}

/**
 * Rank sets and tiers by a score, more being better: two models are told apart only by more than chance explains, all
 * pairs at once. All are resampled by the same draws. A model without a score may have any rank, and no tier but the last.
 */
export function rankModels(
  models: readonly { readonly modelId: ModelId; readonly scores: ScenarioValues }[],
  familyOf: FamilyOf,
): Ranking {
  const scored = models
    .filter(({ scores }) => scores.size > 0)
    .map(({ modelId, scores }) => ({ modelId, families: byFamily(scores, familyOf) }));
  const names = [...new Set(scored.flatMap(({ families }) => [...families.keys()]))].toSorted();
  // One family says nothing of how families differ: any difference within it would look certain.
  const separated =
    scored.length < 2 || names.length < 2
      ? null
      : simultaneousSeparations(
          scored.map(({ families }) => meanOf([...families.values()].flat()) ?? 0),
          scored.map(({ families }) => familyReplicates(names, families)),
          CONFIDENCE,
        ).value;
  if (separated === null) return unranked(models.map(({ modelId }) => modelId));

  const { critical, better, standardErrors } = separated;
  const [tierOf, rankOf] = [tiers(better), rankSets(better)];
  const unscored = models.length - scored.length;
  const anywhere = { tier: Math.max(...tierOf), ranks: { best: 1, worst: models.length } };
  const placed = new Map(
    scored.map(({ modelId }, index) => {
      const { best, worst } = rankOf[index] ?? anywhere.ranks;
      return [
        modelId,
        { tier: tierOf[index] ?? anywhere.tier, ranks: { best, worst: worst + unscored } },
      ] as const;
    }),
  );
  const pairs = standardErrors.flatMap((row, j) => row.slice(j + 1)).toSorted((a, b) => a - b);
  const detectable = (standardError: number) =>
    minimumDetectableDifference({ standardError, critical, power: POWER });
  const indexOf = new Map(scored.map(({ modelId }, index) => [modelId, index]));
  return {
    of: new Map(models.map(({ modelId }) => [modelId, placed.get(modelId) ?? anywhere])),
    critical,
    standardError: (a, b) => standardErrors[indexOf.get(a) ?? -1]?.[indexOf.get(b) ?? -1] ?? 0,
    detectable: { median: detectable(quantile(pairs, 0.5)), largest: detectable(pairs.at(-1) ?? 0) },
  };
}

/** Nothing tells the models apart: each may have any rank. */
function unranked(models: readonly ModelId[]): Ranking {
  const anywhere = { tier: 1, ranks: { best: 1, worst: models.length } };
  return {
    of: new Map(models.map((modelId) => [modelId, anywhere])),
    critical: null,
    standardError: () => 0,
    detectable: null,
  };
}
