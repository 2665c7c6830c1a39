/**
 * Compares two models, or one model twice, on their common scenarios. What is undecided on either side counts
 * both ways.
 */
import { crossedLine } from "../domain/gates.ts";
import {
  ComparedScore,
  type ComparisonAnswer,
  type GateDifference,
  type ScoreDifference,
} from "../schema/board/comparison.ts";
import type { ScenarioId } from "../schema/ids.ts";
import type { Interval } from "../schema/scan/estimates.ts";
import { newcombePairedInterval, type PairedCounts } from "../stats/intervals.ts";
import { holm, mcNemarTest } from "../stats/significance-tests.ts";
import { CONFIDENCE } from "./estimate.ts";
import type { MeasuredCard } from "./measured-card.ts";
import { differenceInterval, provenDifference } from "./proven-difference.ts";
import {
  byFamily,
  type FamilyOf,
  meanRange,
  OPEN,
  type ScenarioRanges,
  scenarioRanges,
  scoreRangeOfCard,
} from "./scenario-means.ts";

/** All scorecards of both sides, including conversations that broke off. */
export interface ComparedCards {
  readonly first: readonly MeasuredCard[];
  readonly second: readonly MeasuredCard[];
}

export type PairedScore = Omit<ScoreDifference, "p_holm" | "answer">;

/** Every score, paired by scenario and clustered by family; p is per score, not yet adjusted. */
export function compareScores(cards: ComparedCards, familyOf: FamilyOf): readonly PairedScore[] {
  return ComparedScore.options.map((score) => compareScore(cards, familyOf, score));
}

/** A single score, for callers that need no other. */
export function compareScore(cards: ComparedCards, familyOf: FamilyOf, score: ComparedScore): PairedScore {
  const rangeOf = (card: MeasuredCard) =>
    score === "hard_fail" ? crossedLine(card) : scoreRangeOfCard(card, score);
  const pairs = pairUp(cards, rangeOf);
  const proven = provenDifference(byFamily(subtract(pairs), familyOf).values());
  const both = [...pairs.values()];
  return {
    score,
    first: meanRange(both.map((pair) => pair.first)),
    second: meanRange(both.map((pair) => pair.second)),
    difference: proven?.mean ?? null,
    interval: proven && differenceInterval(proven, CONFIDENCE),
    scenarios: both.length,
    p: proven?.p ?? null,
  };
}

/** Adds p of every score, adjusted for all of them together, and the conclusion. */
export function answerScores(
  scores: readonly PairedScore[],
): ReadonlyMap<PairedScore, { readonly p_holm: number | null; readonly answer: ComparisonAnswer }> {
  const tested = scores.filter(({ p }) => p !== null);
  const adjusted = holm(tested.map(({ p }) => p ?? 1));
  const adjustedOf = new Map(tested.map((score, index) => [score, adjusted[index] ?? null]));
  return new Map(
    scores.map((score) => {
      const p_holm = adjustedOf.get(score) ?? null;
      return [score, { p_holm, answer: answerOf(score, p_holm) }];
    }),
  );
}

function answerOf({ score, difference }: PairedScore, p: number | null): ComparisonAnswer {
  if (p === null || p > 1 - CONFIDENCE || difference === null) return "cannot_tell";
  const isMore = difference.low > 0;
  return isMore === (score !== "hard_fail") ? "second_better" : "first_better";
}

/** Second minus first, for every common scenario. */
export function differenceRanges(
  cards: ComparedCards,
  rangeOf: (card: MeasuredCard) => Interval | null,
): ScenarioRanges {
  return subtract(pairUp(cards, rangeOf));
}

/** Both gates, scenario by scenario: passed where every repeat passed, failed where one failed. */
export function compareGates(cards: ComparedCards): readonly GateDifference[] {
  return (["safety", "compliance"] as const).map((gate) => {
    const passed = (card: MeasuredCard) => passedGate(card.gate_status[gate]);
    const pairs = [...pairUp(cards, passed).values()];
    const isPassed = ({ low }: Interval) => low === 1;
    const isFailed = ({ high }: Interval) => high < 1;
    const count = (mine: (range: Interval) => boolean, theirs: (range: Interval) => boolean) =>
      pairs.filter(({ first, second }) => mine(first) && theirs(second)).length;
    const counts = {
      both: count(isPassed, isPassed),
      onlyFirst: count(isPassed, isFailed),
      onlySecond: count(isFailed, isPassed),
      neither: count(isFailed, isFailed),
    };
    const decided = counts.both + counts.onlyFirst + counts.onlySecond + counts.neither;
    const open = pairs.length - decided;
    const [least, most] = [
      newcombe({ ...counts, onlyFirst: counts.onlyFirst + open }),
      newcombe({ ...counts, onlySecond: counts.onlySecond + open }),
    ];
    return {
      gate,
      both: counts.both,
      only_first: counts.onlyFirst,
      only_second: counts.onlySecond,
      neither: counts.neither,
      open,
      difference: least && most && { low: least.difference, high: most.difference },
      interval: least && most && { low: least.interval.low, high: most.interval.high },
      p: pairs.length === 0 ? null : mcNemarWithOpen(counts.onlyFirst, counts.onlySecond, open),
    };
  });
}

function passedGate(status: MeasuredCard["gate_status"]["safety"]): Interval | null {
  switch (status) {
    case "passed":
      return { low: 1, high: 1 };
    case "failed":
      return { low: 0, high: 0 };
    case "not_established":
      return { low: 0, high: 1 };
    case "not_asked":
      return null;
  }
}

/** Newcombe's difference is first minus second; ours is second minus first, like everywhere in a comparison. */
function newcombe({ onlyFirst, onlySecond, ...same }: PairedCounts) {
  return newcombePairedInterval({ ...same, onlyFirst: onlySecond, onlySecond: onlyFirst }, CONFIDENCE).value;
}

/** McNemar's exact p if every undecided pair counted against the leading side; 1 if that would level it. */
export function mcNemarWithOpen(onlyFirst: number, onlySecond: number, open: number): number {
  const [less, more] = [Math.min(onlyFirst, onlySecond), Math.max(onlyFirst, onlySecond)];
  return less + open >= more ? 1 : mcNemarTest(less + open, more).exact;
}

type Pairs = ReadonlyMap<ScenarioId, { readonly first: Interval; readonly second: Interval }>;

/** Scenarios of both sides. A score that only one side called for is undecided on the other. */
function pairUp({ first, second }: ComparedCards, rangeOf: (card: MeasuredCard) => Interval | null): Pairs {
  const [mine, theirs] = [scenarioRanges(first, rangeOf), scenarioRanges(second, rangeOf)];
  const had = new Set(second.map((card) => card.scenario_id));
  const shared = [...new Set(first.map((card) => card.scenario_id))].filter((id) => had.has(id));
  return new Map(
    shared.toSorted().flatMap((id) => {
      const [one, other] = [mine.get(id), theirs.get(id)];
      if (one === undefined && other === undefined) return [];
      return [[id, { first: one ?? OPEN, second: other ?? OPEN }] as const];
    }),
  );
}

function subtract(pairs: Pairs): ScenarioRanges {
  return new Map(
    [...pairs].map(([scenarioId, { first, second }]) => [
      scenarioId,
      { low: second.low - first.high, high: second.high - first.low },
    ]),
  );
}
