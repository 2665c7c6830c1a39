/** Two models, or one model twice, on the scenarios that both have. */
import { crossedLine } from "../domain/gates.ts";
import { ComparedScore, type GateDifference, type ScoreDifference } from "../schema/board/comparison.ts";
import type { ScenarioId } from "../schema/ids.ts";
import type { Scorecard } from "../schema/scan/scorecard.ts";
import { newcombePairedInterval } from "../stats/intervals.ts";
import { pairedDifference } from "../stats/paired-difference.ts";
import { mcNemarTest } from "../stats/significance-tests.ts";
import { CONFIDENCE } from "./estimate.ts";
import {
  byFamily,
  type FamilyOf,
  meanOf,
  type ScenarioValues,
  scenarioMeans,
  scoreOfCard,
} from "./scenario-means.ts";

/** Complete scorecards of both sides. */
export interface ComparedCards {
  readonly first: readonly Scorecard[];
  readonly second: readonly Scorecard[];
}

export interface PairedScore extends Omit<ScoreDifference, "p_holm" | "p_sign_flip"> {
  /** Second minus first of each scenario, by family. */
  readonly differences: readonly (readonly number[])[];
}

/** Every score, paired by scenario and clustered by family; p is of each score alone, not yet adjusted. */
export function compareScores({ first, second }: ComparedCards, familyOf: FamilyOf): readonly PairedScore[] {
  return ComparedScore.options.map((score) => {
    const scoreOf = (card: Scorecard) =>
      score === "hard_fail" ? crossedLine(card) : scoreOfCard(card, score);
    const pairs = pairUp(scenarioMeans(first, scoreOf), scenarioMeans(second, scoreOf));
    const differences = [...byFamily(subtract(pairs), familyOf).values()];
    const tested = pairedDifference(differences, CONFIDENCE);
    const both = [...pairs.values()];
    return {
      score,
      first: meanOf(both.map((pair) => pair.first)),
      second: meanOf(both.map((pair) => pair.second)),
      difference: meanOf(both.map((pair) => pair.second - pair.first)),
      interval: tested.value?.interval ?? null,
      scenarios: both.length,
      p: tested.value?.p ?? null,
      ...(tested.value === null ? { reason: tested.reason } : {}),
      differences,
    };
  });
}

/** Second minus first, of every scenario that both have. */
export function scenarioDifferences(
  { first, second }: ComparedCards,
  scoreOf: (card: Scorecard) => number | null,
): ScenarioValues {
  return subtract(pairUp(scenarioMeans(first, scoreOf), scenarioMeans(second, scoreOf)));
}

/** Both gates, scenario by scenario: passed where every repeat passed. */
export function compareGates({ first, second }: ComparedCards): readonly GateDifference[] {
  return (["safety", "compliance"] as const).map((gate) => {
    const passed = (card: Scorecard) => Number(card.gate_status[gate] === "passed");
    const pairs = [...pairUp(scenarioMeans(first, passed), scenarioMeans(second, passed)).values()];
    const count = (mine: boolean, theirs: boolean) =>
      pairs.filter((pair) => (pair.first === 1) === mine && (pair.second === 1) === theirs).length;
    const counts = {
      both: count(true, true),
      onlyFirst: count(true, false),
      onlySecond: count(false, true),
      neither: count(false, false),
    };
    // Newcombe's difference is first minus second; ours is the other way round, as everywhere in a comparison.
    const turned = { ...counts, onlyFirst: counts.onlySecond, onlySecond: counts.onlyFirst };
    const newcombe = newcombePairedInterval(turned, CONFIDENCE).value;
    return {
      gate,
      both: counts.both,
      only_first: counts.onlyFirst,
      only_second: counts.onlySecond,
      neither: counts.neither,
      difference: newcombe?.difference ?? null,
      interval: newcombe?.interval ?? null,
      p: pairs.length === 0 ? null : mcNemarTest(counts.onlyFirst, counts.onlySecond).exact,
    };
  });
}

type Pairs = ReadonlyMap<ScenarioId, { readonly first: number; readonly second: number }>;

function pairUp(first: ScenarioValues, second: ScenarioValues): Pairs {
  return new Map(
    [...first].flatMap(([scenarioId, mine]) => {
      const theirs = second.get(scenarioId);
      return theirs === undefined ? [] : [[scenarioId, { first: mine, second: theirs }] as const];
    }),
  );
}

function subtract(pairs: Pairs): ScenarioValues {
  return new Map([...pairs].map(([scenarioId, pair]) => [scenarioId, pair.second - pair.first]));
}
