/**
 * Groups scorecards by scenario, and scenarios by family: the units of every mean and the clusters of every
 * interval.
 */

import { scenarioFamily } from "../domain/scenarios.ts";
import { by } from "../kernel/order.ts";
import type { Scenario } from "../schema/corpus/scenario.ts";
import type { Dimension, ScenarioId } from "../schema/ids.ts";
import type { Interval } from "../schema/scan/estimates.ts";
import type { Scorecard } from "../schema/scan/scorecard.ts";
import type { MeasuredCard } from "./measured-card.ts";

/** The scenario fields of a card. */
type OfScenario = Pick<Scorecard, "scenario_id" | "repeat">;

/** One value for each scenario that has one, sorted by id. */
export type ScenarioValues = ReadonlyMap<ScenarioId, number>;

/** The minimum and maximum of each scenario's value. */
export type ScenarioRanges = ReadonlyMap<ScenarioId, Interval>;

export type FamilyOf = (scenarioId: ScenarioId) => string;

/** A scenario that the corpus lacks, such as an imported conversation, is its own family. */
export function familiesIn(corpus: { get(id: ScenarioId): Scenario | undefined }): FamilyOf {
  return (scenarioId) => {
    const scenario = corpus.get(scenarioId);
    return scenario === undefined ? scenarioId : scenarioFamily(scenario);
  };
}

/** The mean over repeats of each scenario; one without a score is absent. The order of the cards does not matter. */
export function scenarioMeans<Card extends OfScenario>(
  cards: readonly Card[],
  scoreOf: (card: Card) => number | null,
): ScenarioValues {
  const ordered = cards.toSorted((a, b) => a.repeat - b.repeat);
  const means = [...Map.groupBy(ordered, (card) => card.scenario_id)].flatMap(([id, repeats]) => {
    const mean = meanOf(repeats.flatMap((card) => scoreOf(card) ?? []));
    return mean === null ? [] : [[id, mean] as const];
  });
  return new Map(means.toSorted(by(([key]) => key)));
}

/** Like `scenarioMeans`, for values known only within a range. */
export function scenarioRanges<Card extends OfScenario>(
  cards: readonly Card[],
  rangeOf: (card: Card) => Interval | null,
): ScenarioRanges {
  const low = scenarioMeans(cards, (card) => rangeOf(card)?.low ?? null);
  const high = scenarioMeans(cards, (card) => rangeOf(card)?.high ?? null);
  return new Map([...low].map(([id, least]) => [id, { low: least, high: high.get(id) ?? least }]));
}

/** Values by family, sorted by family name. */
export function byFamily<Value>(
  values: ReadonlyMap<ScenarioId, Value>,
  familyOf: FamilyOf,
): ReadonlyMap<string, readonly Value[]> {
  const families = Map.groupBy(values, ([scenarioId]) => familyOf(scenarioId));
  return new Map(
    [...families]
      .toSorted(by(([key]) => key))
      .map(([family, members]) => [family, members.map(([, value]) => value)]),
  );
}

/** `null` if there are no values. */
export function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The minimum and maximum of the mean; `null` if there are no ranges. */
export function meanRange(ranges: readonly Interval[]): Interval | null {
  const [low, high] = [meanOf(ranges.map((range) => range.low)), meanOf(ranges.map((range) => range.high))];
  return low === null || high === null ? null : { low, high };
}

/** Range of a completely unknown score. */
export const OPEN: Interval = { low: 0, high: 1 };

export function exactly(value: number): Interval {
  return { low: value, high: value };
}

export type ScoreName = "overall" | "quality" | Dimension;

/** A scorecard's score by its name, for decided checks. */
export function scoreOfCard(card: MeasuredCard, score: ScoreName): number | null {
  if (score === "overall") return card.overall_score;
  return score === "quality" ? card.quality_score : card.dimension_scores[score];
}

/** From all undecided checks counted against the assistant to all counted for it. */
export function scoreRangeOfCard(card: MeasuredCard, score: ScoreName): Interval | null {
  if (score === "overall") return card.score_bounds;
  return score === "quality" ? card.quality_bounds : card.dimension_bounds[score];
}
