import { dimensionNames } from "../domain/dimensions.ts";
import { crossedLine } from "../domain/gates.ts";
import type { ScenarioId } from "../schema/ids.ts";
import type { Scorecard } from "../schema/scan/scorecard.ts";
import type { ComparedMeasure } from "../schema/site/site-compare.ts";
import { pairedDifference } from "../stats/paired-difference.ts";
import { holm } from "../stats/significance-tests.ts";
import { byFamily, mean, scenarioMeans } from "./scenario-clusters.ts";
import type { SiteCorpus } from "./site-ports.ts";

interface Measure {
  readonly measure: ComparedMeasure["measure"];
  readonly name: string;
  readonly better: ComparedMeasure["better"];
  readonly score: (card: Scorecard) => number | null;
}

const MEASURES: readonly Measure[] = [
  {
    measure: "hard_fail",
    name: "Hard fails",
    better: "lower",
    score: crossedLine,
  },
  { measure: "overall", name: "Overall", better: "higher", score: (card) => card.overall_score },
  {
    measure: "quality",
    name: "Quality before the gate",
    better: "higher",
    score: (card) => card.quality_score,
  },
  ...(["C", "D", "F"] as const).map(
    (dimension): Measure => ({
      measure: dimension,
      name: dimensionNames[dimension],
      better: "higher",
      score: (card) => card.dimension_scores[dimension],
    }),
  ),
];

/** b against a on the scenarios that both have, clustered by family; p is adjusted for all measures together. */
export function compareMeasures(
  a: readonly Scorecard[],
  b: readonly Scorecard[],
  corpus: SiteCorpus,
): ComparedMeasure[] {
  const compared = MEASURES.map((measure) => compareMeasure(measure, a, b, corpus));
  const tested = compared.filter(({ p }) => p !== null);
  const adjusted = holm(tested.map(({ p }) => p ?? 1));
  const byMeasure = new Map(tested.map(({ measure }, index) => [measure, adjusted[index] ?? null]));
  return compared.map((row) => ({ ...row, p: byMeasure.get(row.measure) ?? null }));
}

function compareMeasure(
  { measure, name, better, score }: Measure,
  a: readonly Scorecard[],
  b: readonly Scorecard[],
  corpus: SiteCorpus,
): ComparedMeasure {
  const [ofA, ofB] = [scenarioMeans(a, score), scenarioMeans(b, score)];
  const differences = new Map<ScenarioId, number>();
  for (const [scenarioId, value] of ofA) {
    const other = ofB.get(scenarioId);
    if (other !== undefined) differences.set(scenarioId, other - value);
  }
  const shared = [...differences.keys()];
  const meanOf = (means: ReadonlyMap<ScenarioId, number>) =>
    shared.length === 0 ? null : mean(shared.map((scenarioId) => means.get(scenarioId) ?? 0));
  const tested = pairedDifference([...byFamily(differences, corpus).values()]);
  return {
    measure,
    name,
    better,
    a: meanOf(ofA),
    b: meanOf(ofB),
    difference: shared.length === 0 ? null : mean([...differences.values()]),
    interval: tested.value?.interval ?? null,
    p: tested.value?.p ?? null,
    scenarios: shared.length,
    reason: tested.value === null ? tested.reason : null,
  };
}
