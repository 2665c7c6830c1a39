import type { Random } from "../kernel/random.ts";
import { normalQuantile } from "./normal-quantile.ts";
import type { Facet } from "./variance-components.ts";

export const PLANTED_SOURCES = [
  "family",
  "scenario",
  "conversation",
  "judge",
  "judge × conversation",
  "vote",
] as const;
export type PlantedSource = (typeof PLANTED_SOURCES)[number];

/** The planted variance of each source. */
export type Planted = Readonly<Record<PlantedSource, number>>;

export interface PlantedDesign {
  readonly families: number;
  readonly repeats: number;
  readonly judges: number;
  readonly votes: number;
}

/** Families of one to three scenarios in turn; every judge sees every conversation. */
export function plantedFacets(design: PlantedDesign): readonly Facet<PlantedSource>[] {
  const places: string[][] = [];
  for (let family = 0; family < design.families; family += 1)
    for (let scenario = 0; scenario < 1 + (family % 3); scenario += 1)
      for (let repeat = 0; repeat < design.repeats; repeat += 1)
        for (let judge = 0; judge < design.judges; judge += 1)
          for (let vote = 0; vote < design.votes; vote += 1) {
            const conversation = `${family}/${scenario}/${repeat}`;
            places.push([
              `${family}`,
              `${family}/${scenario}`,
              conversation,
              `${judge}`,
              `${conversation} ${judge}`,
            ]);
          }
  return PLANTED_SOURCES.slice(0, -1).map((name, at) => ({
    name,
    levels: places.map((place) => place[at] ?? ""),
  }));
}

/**
 * A value for each cell of a design: the mean, plus a normal deviation of the planted variance for each of
 * its levels.
 */
export function plantValues(
  random: Random,
  facets: readonly Facet<PlantedSource>[],
  planted: Planted,
  mean = 0,
): readonly number[] {
  const deviations = facets.map(({ name, levels }) => {
    const spread = Math.sqrt(planted[name]);
    return new Map([...new Set(levels)].map((level) => [level, spread * normal(random)]));
  });
  return (facets[0]?.levels ?? []).map((_, index) => {
    const shared = facets.map(({ levels }, at) => deviations[at]?.get(levels[index] ?? "") ?? 0);
    return shared.reduce((sum, value) => sum + value, mean + Math.sqrt(planted.vote) * normal(random));
  });
}

function normal(random: Random): number {
  return normalQuantile(Math.min(1 - 1e-12, Math.max(1e-12, random.next())));
}
