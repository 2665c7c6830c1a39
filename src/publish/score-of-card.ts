import type { MarginScore } from "../schema/gate-policy.ts";
import type { Scorecard } from "../schema/scorecard.ts";

/** A scorecard's score by its name in policies and comparisons. */
export function scoreOfCard(card: Scorecard, score: MarginScore): number | null {
  if (score === "overall") return card.overall_score;
  return score === "quality" ? card.quality_score : card.dimension_scores[score];
}
