/** Who stands above whom, lines crossed first and quality second. Why so: docs/decisions/0023-numbers-that-cannot-flatter.md. */
import { crossedLine } from "../domain/gates.ts";
import type { ModelId } from "../schema/ids.ts";
import type { Scorecard } from "../schema/scan/scorecard.ts";
import type { Interval } from "../schema/scan/summary.ts";
import { quantile, tQuantile } from "../stats/distributions.ts";
import { minimumDetectableDifference } from "../stats/power.ts";
import { isAhead, type RangedLead, rangedDifference, rangedLead } from "../stats/ranged-means.ts";
import { type RankSet, rankSets, type Separations, tiers } from "../stats/ranking.ts";
import { CONFIDENCE } from "./estimate.ts";
import { differenceRanges } from "./paired-scores.ts";
import {
  byFamily,
  type FamilyOf,
  OPEN,
  type ScenarioRanges,
  scenarioRanges,
  scoreRangeOfCard,
} from "./scenario-means.ts";

export const POWER = 0.8;

export interface Ranking {
  /** Of every model. */
  readonly of: ReadonlyMap<ModelId, { readonly tier: number; readonly ranks: RankSet }>;
  /** What a lead over its standard error must exceed, all pairs at once; `null` where nothing could be compared. */
  readonly critical: number | null;
  /** Over all pairs: what difference in overall score is found with the stated power. For planning, no yardstick. */
  readonly detectable: { readonly median: number; readonly largest: number } | null;
}

/** A model with all its scorecards, those of conversations that broke off among them. */
export interface RankedModel {
  readonly modelId: ModelId;
  readonly cards: readonly Scorecard[];
}

/**
 * Rank sets and tiers: by lines not crossed, and among those whom that does not tell apart by quality. Everything open
 * counts against the model it concerns, and two are told apart only by more than chance explains, all pairs at once.
 */
export function rankModels(models: readonly RankedModel[], familyOf: FamilyOf): Ranking {
  const critical = criticalFor(models, familyOf);
  if (critical === null) return unranked(models.map(({ modelId }) => modelId));
  const byLines = separate(models, keptLines, familyOf, critical);
  const byQuality = separate(models, (card) => scoreRangeOfCard(card, "quality"), familyOf, critical);
  const better = byLines.map((row, j) =>
    row.map((isAbove, k) => isAbove || (byQuality[j]?.[k] === true && byLines[k]?.[j] !== true)),
  );
  const [tierOf, rankOf] = [tiersOfTwo(byLines, byQuality), rankSets(better)];
  const last = { best: models.length, worst: models.length };
  return {
    of: new Map(
      models.map(({ modelId }, index) => [
        modelId,
        { tier: tierOf[index] ?? models.length, ranks: rankOf[index] ?? last },
      ]),
    ),
    critical,
    detectable: detectableDifference(models, familyOf, critical),
  };
}

/** 1 where no line was crossed. */
function keptLines(card: Scorecard): Interval | null {
  const crossed = crossedLine(card);
  return crossed && { low: 1 - crossed.high, high: 1 - crossed.low };
}

/**
 * Šidák's value of t for as many pairs. It depends on how many models and families there are and not on what they
 * scored: a critical value from the scores themselves could rise with one model's lost verdicts, and lift it.
 */
function criticalFor(models: readonly RankedModel[], familyOf: FamilyOf): number | null {
  const families = new Set(models.flatMap(({ cards }) => cards.map((card) => familyOf(card.scenario_id))));
  const pairs = (models.length * (models.length - 1)) / 2;
  if (pairs === 0 || families.size < 2) return null;
  return tQuantile((1 + CONFIDENCE ** (1 / pairs)) / 2, families.size - 1);
}

function separate(
  models: readonly RankedModel[],
  rangeOf: (card: Scorecard) => Interval | null,
  familyOf: FamilyOf,
  critical: number,
): Separations {
  const ranges = models.map(({ cards }) => scenarioRanges(cards, rangeOf));
  return ranges.map((mine) =>
    ranges.map((theirs) => {
      const lead = mine === theirs ? null : leadOf(mine, theirs, familyOf);
      return lead !== null && isAhead(lead, critical);
    }),
  );
}

/** Over the scenarios that either has; what one of them lacks is open. */
function leadOf(mine: ScenarioRanges, theirs: ScenarioRanges, familyOf: FamilyOf): RangedLead | null {
  const ids = [...new Set([...mine.keys(), ...theirs.keys()])];
  const clusters = (ranges: ScenarioRanges) => [
    ...byFamily(new Map(ids.map((id) => [id, ranges.get(id) ?? OPEN])), familyOf).values(),
  ];
  return rangedLead(clusters(mine), clusters(theirs)).value;
}

/** Tiers by the first relation, and within each of them by the second, numbered through. */
function tiersOfTwo(first: Separations, second: Separations): readonly number[] {
  const outer = tiers(first);
  const result = outer.map(() => 0);
  let passed = 0;
  for (const tier of [...new Set(outer)].toSorted((a, b) => a - b)) {
    const members = [...outer.keys()].filter((model) => outer[model] === tier);
    const inner = tiers(members.map((j) => members.map((k) => second[j]?.[k] === true)));
    for (const [index, model] of members.entries()) result[model] = passed + (inner[index] ?? 1);
    passed += Math.max(...inner);
  }
  return result;
}

function detectableDifference(
  models: readonly RankedModel[],
  familyOf: FamilyOf,
  critical: number,
): Ranking["detectable"] {
  const errors = models.flatMap(({ cards: first }, index) =>
    models.slice(index + 1).flatMap(({ cards: second }) => {
      const ranges = differenceRanges({ first, second }, (card) => scoreRangeOfCard(card, "overall"));
      const { value } = rangedDifference([...byFamily(ranges, familyOf).values()], CONFIDENCE);
      return value === null ? [] : [value.largestError];
    }),
  );
  if (errors.length === 0) return null;
  const ascending = errors.toSorted((a, b) => a - b);
  const detectable = (standardError: number) =>
    minimumDetectableDifference({ standardError, critical, power: POWER });
  return { median: detectable(quantile(ascending, 0.5)), largest: detectable(ascending.at(-1) ?? 0) };
}

/** Nothing tells the models apart: each may have any rank. */
function unranked(models: readonly ModelId[]): Ranking {
  const anywhere = { tier: 1, ranks: { best: 1, worst: models.length } };
  return { of: new Map(models.map((modelId) => [modelId, anywhere])), critical: null, detectable: null };
}
