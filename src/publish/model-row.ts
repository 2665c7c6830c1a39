import { DIMENSIONS, SEVERITIES } from "../domain/dimensions.ts";
import { estimateScore } from "../measure/estimate.ts";
import { conversationProportion, countHardFails } from "../measure/proportion.ts";
import { type FamilyOf, meanBounds, type ScenarioValues, scenarioMeans } from "../measure/scenario-means.ts";
import { conversationsByTurn, sumCoverage, type Tally } from "../measure/tally.ts";
import type { BoardEstimate, BoardModel } from "../schema/board/leaderboard.ts";
import type { ScenarioCategory } from "../schema/corpus/scenario.ts";
import type { CheckId, Dimension, ModelId, ScenarioId } from "../schema/ids.ts";
import type { Scorecard } from "../schema/scan/scorecard.ts";
import type { BoardScan } from "./board-scan.ts";

const CATEGORIES: readonly ScenarioCategory[] = ["safety", "empathy", "context", "continuity"];
const NOTHING: Tally = { failures: 0, passes: 0, unclear: 0, notApplicable: 0 };

export interface RowContext {
  /** In the board's order. */
  readonly scenarios: readonly ScenarioId[];
  readonly familyOf: FamilyOf;
  readonly checks: readonly CheckId[];
  readonly minOpportunities: number;
  readonly categories: ReadonlyMap<ScenarioId, ScenarioCategory>;
}

/** What can be said of a model by itself; its place among the others comes later. */
export type UnrankedRow = Omit<BoardModel, "tier" | "ranks" | "scan" | "family" | "judge_of_own_family">;

export function modelRow(
  modelId: ModelId,
  scan: BoardScan,
  context: RowContext,
): { readonly row: UnrankedRow; readonly scores: ScenarioValues } {
  const { scenarios, familyOf } = context;
  const all = scan.scorecards.filter((card) => card.model_id === modelId);
  // Spec: an incomplete transcript is reported as such and kept out of every rate.
  const cards = all.filter((card) => card.complete);
  const estimate = (scoreOf: (card: Scorecard) => number | null) =>
    estimateScore(scenarioMeans(cards, scoreOf), familyOf);
  const passed = (gate: "safety" | "compliance") =>
    conversationProportion(cards, (card) => card.gate_status[gate] === "passed");
  const inOrder = (values: ScenarioValues) => scenarios.map((id) => values.get(id) ?? null);
  const scores = scenarioMeans(cards, (card) => card.overall_score);
  return {
    scores,
    row: {
      model_id: modelId,
      transcripts: all.length,
      incomplete: all.length - cards.length,
      hard_fails: countHardFails(cards),
      gates: { safety: passed("safety"), compliance: passed("compliance") },
      overall: estimateScore(scores, familyOf),
      quality: estimate((card) => card.quality_score),
      dimensions: byDimension((dimension) => estimate((card) => card.dimension_scores[dimension])),
      score_bounds: meanBounds(cards),
      coverage: sumCoverage(cards),
      cost: costOf(modelId, scan),
      ...verdictCounts(modelId, scan, cards, context),
      by_category: CATEGORIES.flatMap((category) => categoryRow(category, cards, context)),
      scenario_scores: inOrder(scores),
      scenario_hard_fails: inOrder(scenarioMeans(cards, (card) => Number(card.hard_fail))),
    },
  };
}

function byDimension(estimate: (dimension: Dimension) => BoardEstimate): BoardModel["dimensions"] {
  return Object.fromEntries(
    DIMENSIONS.map((dimension) => [dimension, estimate(dimension)]),
  ) as BoardModel["dimensions"]; // every dimension is listed
}

/** A judge asked about several models: its cost is divided by the votes cast on each. */
function costOf(modelId: ModelId, scan: BoardScan): BoardModel["cost"] {
  const votes = scan.tallies.get(modelId)?.votes ?? 0;
  const all = [...scan.tallies.values()].reduce((sum, tally) => sum + tally.votes, 0);
  const { judgeUsd } = scan;
  return {
    target_usd: scan.targetUsd.get(modelId) ?? null,
    judge_usd: judgeUsd === null ? null : all === 0 ? 0 : (judgeUsd * votes) / all,
    votes,
  };
}

function verdictCounts(
  modelId: ModelId,
  scan: BoardScan,
  cards: readonly Scorecard[],
  { checks, minOpportunities }: RowContext,
): Pick<BoardModel, "blindspots" | "by_severity" | "by_turn"> {
  const tally = scan.tallies.get(modelId);
  const cells = checks.map((check) => tally?.checks.get(check) ?? NOTHING);
  const opportunities = cells.map(({ failures, passes }) => failures + passes);
  const turns = cards.map((card) => scan.turns.get(card.scenario_id) ?? 0);
  const deepest = Math.max(0, ...turns, (tally?.failuresByTurn.length ?? 1) - 1);
  return {
    blindspots: {
      failures: cells.map(({ failures }) => failures),
      opportunities,
      unclear: cells.map(({ unclear }) => unclear),
      not_applicable: cells.map(({ notApplicable }) => notApplicable),
      rates: cells.map(({ failures }, index) => {
        const n = opportunities[index] ?? 0;
        return n < minOpportunities ? null : failures / n;
      }),
    },
    by_severity: SEVERITIES.flatMap((severity) => {
      const counted = tally?.severities.get(severity);
      if (counted === undefined) return [];
      const { failures, passes } = counted;
      return [{ severity, failures, opportunities: failures + passes }];
    }),
    by_turn: {
      failures: Array.from({ length: deepest }, (_, index) => tally?.failuresByTurn[index + 1] ?? 0),
      conversations: conversationsByTurn(turns, deepest),
    },
  };
}

function categoryRow(
  category: ScenarioCategory,
  cards: readonly Scorecard[],
  { familyOf, categories }: RowContext,
): BoardModel["by_category"] {
  if (![...categories.values()].includes(category)) return [];
  const own = cards.filter((card) => categories.get(card.scenario_id) === category);
  const estimate = (scoreOf: (card: Scorecard) => number | null) =>
    estimateScore(scenarioMeans(own, scoreOf), familyOf);
  return [
    {
      category,
      hard_fails: countHardFails(own),
      overall: estimate((card) => card.overall_score),
      dimensions: byDimension((dimension) => estimate((card) => card.dimension_scores[dimension])),
    },
  ];
}
