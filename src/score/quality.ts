import { DIMENSIONS, QUALITY_DIMENSIONS } from "../domain/dimensions.ts";
import { passRate, tally } from "../measure/tally.ts";
import type { ScoringConfig } from "../schema/corpus/scoring-config.ts";
import type { Dimension } from "../schema/ids.ts";
import type { VerdictRow } from "../schema/scan/verdict.ts";

/** How an UNCLEAR verdict is read: left out, or as the worst or best it could have been. */
export type UnclearAs = "excluded" | "FAIL" | "PASS";

export type DimensionScores = Readonly<Record<Dimension, number | null>>;

/** Pass rate per dimension, weighted by severity (1.0 each by default: the plain pass rate). */
export function dimensionScores(
  rows: readonly VerdictRow[],
  scoring: ScoringConfig,
  unclearAs: UnclearAs = "excluded",
): DimensionScores {
  const score = (dimension: Dimension) => {
    const counts = tally(
      rows.filter((row) => row.primary_bucket === dimension),
      (row) => scoring.severity_weights[row.severity] ?? 1,
    );
    return passRate({
      passes: counts.passes + (unclearAs === "PASS" ? counts.unclear : 0),
      failures: counts.failures + (unclearAs === "FAIL" ? counts.unclear : 0),
    });
  };
  return Object.fromEntries(DIMENSIONS.map((dimension) => [dimension, score(dimension)])) as DimensionScores; // every dimension is listed
}

/** Mean of those of C, D and F that have resolved checks; `null` where none has. */
export function qualityScore(scores: DimensionScores, scoring: ScoringConfig): number | null {
  let sum = 0;
  let weights = 0;
  for (const dimension of QUALITY_DIMENSIONS) {
    const score = scores[dimension];
    const weight = scoring.dimension_weights[dimension] ?? 1;
    if (score === null) continue;
    sum += weight * score;
    weights += weight;
  }
  return weights === 0 ? null : sum / weights;
}
