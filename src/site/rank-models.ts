import type { ModelId } from "../schema/ids.ts";
import { resampledMeans, resampleIndices } from "../stats/bootstrap.ts";
import { minimumDetectableDifference } from "../stats/power.ts";
import { type RankSet, rankSets, simultaneousSeparations, tiers } from "../stats/ranking.ts";
import type { ScanFacts } from "./scan-facts.ts";
import { byFamily, mean, scenarioMeans } from "./scenario-clusters.ts";
import type { SiteCorpus } from "./site-ports.ts";

export interface Ranking {
  readonly of: ReadonlyMap<ModelId, { readonly tier: number; readonly ranks: RankSet }>;
  readonly minimumDetectableDifference: number | null;
}

const RESAMPLES = 1000;
const UNRANKED: Ranking = { of: new Map(), minimumDetectableDifference: null };

/** Tiers by overall score: two models are told apart only where the scenarios they share tell them apart. */
export function rankModels(facts: ScanFacts, corpus: SiteCorpus): Ranking {
  const cards = Map.groupBy(
    facts.scorecards.filter(({ complete }) => complete),
    ({ model_id }) => model_id,
  );
  const scored = [...cards].map(([modelId, ofModel]) => ({
    modelId,
    families: byFamily(
      scenarioMeans(ofModel, (card) => card.overall_score),
      corpus,
    ),
  }));
  const models = scored.filter(({ families }) => families.size > 0);
  const names = [...new Set(models.flatMap(({ families }) => [...families.keys()]))].sort();
  if (models.length < 2 || names.length < 2) return UNRANKED;

  const draws = resampleIndices(names.length, RESAMPLES, "site/tiers/1");
  const replicates = models.map(({ families }) =>
    resampledMeans(
      names.map((name) => total(families.get(name) ?? [])),
      draws,
    ),
  );
  const estimates = models.map(({ families }) => mean([...families.values()].flat()));
  const { value } = simultaneousSeparations(estimates, replicates);
  if (value === null) return UNRANKED;
  const tier = tiers(value.better);
  const ranks = rankSets(value.better);
  const errors = value.standardErrors.flatMap((row, j) => row.slice(0, j)).sort((a, b) => a - b);
  return {
    of: new Map(
      models.map(({ modelId }, index) => [
        modelId,
        { tier: tier[index] ?? 1, ranks: ranks[index] ?? { best: 1, worst: models.length } },
      ]),
    ),
    minimumDetectableDifference: minimumDetectableDifference({
      standardError: errors[Math.floor(errors.length / 2)] ?? 0,
      critical: value.critical,
    }),
  };
}

function total(scores: readonly number[]): { readonly total: number; readonly count: number } {
  return { total: scores.reduce((sum, score) => sum + score, 0), count: scores.length };
}
