import type { MarginScore } from "../schema/board/release-gate.ts";
import type { Scorecard } from "../schema/scan/scorecard.ts";
import type { ScenarioFrame } from "./scenario-frame.ts";

/** The mean over repeats of each scenario, in the frame's order; `null` where no repeat has a value. */
export function scenarioMeans(
  frame: ScenarioFrame,
  cards: readonly Scorecard[],
  scoreOf: (card: Scorecard) => number | null,
): readonly (number | null)[] {
  const byScenario = Map.groupBy(cards, (card) => card.scenario_id);
  return frame.scenarios.map(({ scenario_id }) =>
    meanOf((byScenario.get(scenario_id) ?? []).flatMap((card) => scoreOf(card) ?? [])),
  );
}

/** `null` of nothing. */
export function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** A scorecard's score by its name in policies and comparisons. */
export function scoreOfCard(card: Scorecard, score: MarginScore): number | null {
  if (score === "overall") return card.overall_score;
  return score === "quality" ? card.quality_score : card.dimension_scores[score];
}
