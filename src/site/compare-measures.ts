import { dimensionNames } from "../domain/dimensions.ts";
import { compareScores } from "../measure/paired-scores.ts";
import { familiesIn } from "../measure/scenario-means.ts";
import type { Scorecard } from "../schema/scan/scorecard.ts";
import type { ComparedMeasure } from "../schema/site/site-compare.ts";
import { holm } from "../stats/significance-tests.ts";
import type { SiteCorpus } from "./site-ports.ts";

const NAMES = { hard_fail: "Hard fails", overall: "Overall", quality: "Quality before the gate" };

/** b against a on the scenarios that both have, lines crossed first; p is adjusted for all measures together. */
export function compareMeasures(
  a: readonly Scorecard[],
  b: readonly Scorecard[],
  corpus: SiteCorpus,
): ComparedMeasure[] {
  const compared = compareScores({ first: a, second: b }, familiesIn(corpus.scenarios));
  const tested = compared.filter(({ p }) => p !== null);
  const adjusted = holm(tested.map(({ p }) => p ?? 1));
  const adjustedOf = new Map(tested.map(({ score }, index) => [score, adjusted[index] ?? null]));
  return compared
    .map(
      ({ score, first, second, difference, interval, scenarios, reason = null }): ComparedMeasure => ({
        measure: score,
        name: { ...dimensionNames, ...NAMES }[score],
        better: score === "hard_fail" ? "lower" : "higher",
        a: first,
        b: second,
        difference,
        interval,
        p: adjustedOf.get(score) ?? null,
        scenarios,
        reason,
      }),
    )
    .toSorted((one, other) => Number(other.measure === "hard_fail") - Number(one.measure === "hard_fail"));
}
