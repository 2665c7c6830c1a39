/** Places models by the lines they crossed alone. For the reason see docs/decisions/0052-places-by-lines-alone.md. */
import { crossedLine } from "../domain/gates.ts";
import type { ModelId } from "../schema/ids.ts";
import type { Interval } from "../schema/scan/estimates.ts";
import { quantile } from "../stats/distributions.ts";
import { normalQuantile } from "../stats/normal-quantile.ts";
import { minimumDetectableDifference } from "../stats/power.ts";
import { rangedMean } from "../stats/ranged-means.ts";
import { type RankSet, rankSets, type Separations, tiers } from "../stats/ranking.ts";
import { CONFIDENCE } from "./estimate.ts";
import type { MeasuredCard } from "./measured-card.ts";
import { differenceRanges } from "./paired-scores.ts";
import { provenDifference } from "./proven-difference.ts";
import {
  byFamily,
  type FamilyOf,
  type ScenarioRanges,
  scenarioRanges,
  scoreRangeOfCard,
} from "./scenario-means.ts";

export const POWER = 0.8;

/** A model's place among the others. */
export interface ModelPlace {
  /** By lines crossed. Models that lines do not separate share a tier. */
  readonly tier: number;
  /** By lines crossed. */
  readonly ranks: RankSet;
  /** By quality among the models of its tier, 1 being the best. It does not affect tier or ranks. */
  readonly quality_tier: number;
}

export interface Ranking {
  /** The place of every model. */
  readonly of: ReadonlyMap<ModelId, ModelPlace>;
  /** One-sided p that each pair must reach so that all pairs hold at once; `null` if there is no pair. */
  readonly level: number | null;
  /**
   * Over all pairs: the difference in overall score that is detected with the stated power. For planning, not
   * for ranking.
   */
  readonly detectable: { readonly median: number; readonly largest: number } | null;
}

/** A model with all its scorecards, including conversations that broke off. */
export interface RankedModel {
  readonly modelId: ModelId;
  readonly cards: readonly MeasuredCard[];
}

/**
 * Rank sets and tiers by lines not crossed, and within each tier a second tier by quality. Everything
 * undecided counts against its model. Two models are separated only if the difference is more than chance
 * explains, for all pairs at once.
 */
export function rankModels(models: readonly RankedModel[], familyOf: FamilyOf): Ranking {
  const pairs = (models.length * (models.length - 1)) / 2;
  // Šidák's correction: it depends on the number of models, and not on their scores.
  const level = pairs === 0 ? null : (1 - CONFIDENCE ** (1 / pairs)) / 2;
  const byLines = separate(models, keptLines, familyOf, level ?? 0);
  const byQuality = separate(models, (card) => scoreRangeOfCard(card, "quality"), familyOf, level ?? 0);
  const [tierOf, rankOf] = [tiers(byLines), rankSets(byLines)];
  const qualityOf = tiersWithin(tierOf, byQuality);
  const last = { best: models.length, worst: models.length };
  return {
    of: new Map(
      models.map(({ modelId }, index) => [
        modelId,
        {
          tier: tierOf[index] ?? models.length,
          ranks: rankOf[index] ?? last,
          quality_tier: qualityOf[index] ?? 1,
        },
      ]),
    ),
    level,
    detectable: level === null ? null : detectableDifference(models, familyOf, level),
  };
}

/** 1 where no line was crossed. */
function keptLines(card: MeasuredCard): Interval | null {
  const crossed = crossedLine(card);
  return crossed && { low: 1 - crossed.high, high: 1 - crossed.low };
}

/** Compares the lower ends of both: what is undecided counts against its own model on either side. */
function separate(
  models: readonly RankedModel[],
  rangeOf: (card: MeasuredCard) => Interval | null,
  familyOf: FamilyOf,
  level: number,
): Separations {
  const ranges = models.map(({ cards }) => scenarioRanges(cards, rangeOf));
  const better = ranges.map(() => ranges.map(() => false));
  for (const [j, mine] of ranges.entries()) {
    for (const [k, theirs] of ranges.slice(0, j).entries()) {
      const leads = byFamily(leadsOf(mine, theirs), familyOf).values();
      const proven = provenDifference(leads);
      if (proven === null) continue;
      const [row, column] = proven.mean.low > 0 ? [j, k] : [k, j];
      const isApart = Math.min(proven.pMore, proven.pLess) <= level;
      (better[row] ?? [])[column] = isApart;
    }
  }
  return better;
}

/** Differences for every scenario that either has; one that a model lacks is undecided. */
function leadsOf(mine: ScenarioRanges, theirs: ScenarioRanges): ScenarioRanges {
  const ids = new Set([...mine.keys(), ...theirs.keys()]);
  return new Map(
    [...ids].map((id) => {
      const lead = (mine.get(id)?.low ?? 0) - (theirs.get(id)?.low ?? 0);
      return [id, { low: lead, high: lead }];
    }),
  );
}

/** Tiers by the other relation within each tier by lines, counted from 1 in each. */
function tiersWithin(tierOf: readonly number[], better: Separations): readonly number[] {
  const result = tierOf.map(() => 1);
  for (const members of Map.groupBy(tierOf.keys(), (model) => tierOf[model]).values()) {
    const inner = tiers(members.map((j) => members.map((k) => better[j]?.[k] === true)));
    for (const [index, model] of members.entries()) result[model] = inner[index] ?? 1;
  }
  return result;
}

function detectableDifference(
  models: readonly RankedModel[],
  familyOf: FamilyOf,
  level: number,
): Ranking["detectable"] {
  const errors = models.flatMap(({ cards: first }, index) =>
    models.slice(index + 1).flatMap(({ cards: second }) => {
      const ranges = differenceRanges({ first, second }, (card) => scoreRangeOfCard(card, "overall"));
      const { value } = rangedMean([...byFamily(ranges, familyOf).values()]);
      return value === null ? [] : [value.largestError];
    }),
  );
  if (errors.length === 0) return null;
  const ascending = errors.toSorted((a, b) => a - b);
  const critical = normalQuantile(1 - level);
  const detectable = (standardError: number) =>
    minimumDetectableDifference({ standardError, critical, power: POWER });
  return { median: detectable(quantile(ascending, 0.5)), largest: detectable(ascending.at(-1) ?? 0) };
}
