import { DIMENSIONS, SEVERITIES } from "../domain/dimensions.ts";
import { isGateAsked } from "../domain/gates.ts";
import { estimateScore } from "../measure/estimate.ts";
import { conversationProportion, countFailedDuties, countHardFails } from "../measure/proportion.ts";
import type { ModelPlace } from "../measure/ranking.ts";
import {
  type FamilyOf,
  type ScoreName,
  scenarioMeans,
  scenarioRanges,
  scoreRangeOfCard,
} from "../measure/scenario-means.ts";
import { scorerScores } from "../measure/scorer-scores.ts";
import { conversationsByTurn, sumCoverage, type Tally } from "../measure/tally.ts";
import type { BoardEstimate, BoardModel } from "../schema/board/leaderboard.ts";
import type { ScenarioCategory } from "../schema/corpus/scenario.ts";
import type { CheckId, Dimension, ModelId, ScenarioId } from "../schema/ids.ts";
import type { Scorecard } from "../schema/scan/scorecard.ts";
import type { BoardScan, HashedScan } from "./board-scan.ts";

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

/** Row of one model by itself. Its place among the others is added later. */
export type UnrankedRow = Omit<BoardModel, keyof ModelPlace | "scan" | "family" | "judge_of_own_family">;

export function modelRow(modelId: ModelId, scan: HashedScan, context: RowContext): UnrankedRow {
  const { scenarios, familyOf } = context;
  const all = scan.scorecards.filter((card) => card.model_id === modelId);
  // An incomplete transcript decides nothing: no mean of decided values includes it, and every range counts it as undecided.
  const complete = all.filter((card) => card.complete);
  const estimate = (score: ScoreName) => estimateScore(all, score, familyOf);
  const passed = (gate: "safety" | "compliance") => {
    const { open: _, ...proportion } = conversationProportion(
      all.filter((card) => isGateAsked(card, gate)),
      (card) => card.gate_status[gate] === "passed",
      (card) => card.gate_status[gate] === "not_established",
    );
    return proportion;
  };
  const dutiesFailed = countFailedDuties(all);
  const inOrder = <Value>(values: ReadonlyMap<ScenarioId, Value>) =>
    scenarios.map((id) => values.get(id) ?? null);
  return {
    model_id: modelId,
    transcripts: all.length,
    incomplete: all.length - complete.length,
    hard_fails: countHardFails(all),
    gates: { safety: passed("safety"), compliance: passed("compliance") },
    ...(dutiesFailed === undefined ? {} : { duties_failed: dutiesFailed }),
    overall: estimate("overall"),
    quality: estimate("quality"),
    dimensions: byDimension(estimate),
    coverage: sumCoverage(all),
    scorers: scorerScores(all, familyOf),
    cost: costOf(modelId, scan),
    ...verdictCounts(modelId, scan, complete, context),
    by_category: CATEGORIES.flatMap((category) => categoryRow(category, all, context)),
    scenario_scores: inOrder(scenarioRanges(all, (card) => scoreRangeOfCard(card, "overall"))),
    ...(scan.untouched === undefined
      ? {}
      : {
          untouched: {
            left_out: scan.tallies.get(modelId)?.byPeople ?? 0,
            scenario_scores: inOrder(
              scenarioRanges(
                scan.untouched.filter((card) => card.model_id === modelId),
                (card) => scoreRangeOfCard(card, "overall"),
              ),
            ),
          },
        }),
    scenario_hard_fails: inOrder(scenarioMeans(complete, (card) => Number(card.hard_fail))),
  };
}

function byDimension(estimate: (dimension: Dimension) => BoardEstimate): BoardModel["dimensions"] {
  return Object.fromEntries(
    DIMENSIONS.map((dimension) => [dimension, estimate(dimension)]),
  ) as BoardModel["dimensions"]; // Every dimension is listed.
}

/** Computes costs. A judge of several models has its cost divided by the votes on each. */
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
  const estimate = (score: ScoreName) => estimateScore(own, score, familyOf);
  return [
    {
      category,
      hard_fails: countHardFails(own),
      overall: estimate("overall"),
      dimensions: byDimension(estimate),
    },
  ];
}
