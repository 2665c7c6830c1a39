import { scenarioFamily } from "../domain/scenarios.ts";
import type { ScenarioId } from "../schema/ids.ts";
import type { Scorecard } from "../schema/scan/scorecard.ts";
import type { SiteCorpus } from "./site-ports.ts";

/** A scenario's mean over its repeats; scenarios without a score are absent. */
export function scenarioMeans(
  cards: readonly Scorecard[],
  score: (card: Scorecard) => number | null,
): ReadonlyMap<ScenarioId, number> {
  const means = new Map<ScenarioId, number>();
  for (const [scenarioId, repeats] of Map.groupBy(cards, (card) => card.scenario_id)) {
    const scores = repeats.flatMap((card) => score(card) ?? []);
    if (scores.length > 0) means.set(scenarioId, mean(scores));
  }
  return means;
}

/** The statistics' cluster: a scenario's family, or the scenario itself where it is not in the corpus. */
export function familyOf(scenarioId: ScenarioId, { scenarios }: Pick<SiteCorpus, "scenarios">): string {
  const scenario = scenarios.get(scenarioId);
  return scenario === undefined ? scenarioId : scenarioFamily(scenario);
}

/** Values by family, families in the order of their names. */
export function byFamily(
  values: ReadonlyMap<ScenarioId, number>,
  corpus: Pick<SiteCorpus, "scenarios">,
): ReadonlyMap<string, readonly number[]> {
  const families = Map.groupBy(values, ([scenarioId]) => familyOf(scenarioId, corpus));
  return new Map(
    [...families]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([family, members]) => [family, members.map(([, value]) => value)]),
  );
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
