/** Ranks and tiers from pairwise separations. */

/** `better[j][k]` says that j is better than k by more than chance explains. */
export type Separations = readonly (readonly boolean[])[];

/** The ranks a model may have, 1 being the best. */
export interface RankSet {
  readonly best: number;
  readonly worst: number;
}

/** The rank set of every model: after all models separated above it, before all separated below. */
export function rankSets(better: Separations): readonly RankSet[] {
  return better.map((mine, j) => ({
    best: 1 + better.filter((theirs) => theirs[j]).length,
    worst: better.length - mine.filter(Boolean).length,
  }));
}

/**
 * The tier of every model, from the rank sets: tier 1 are those whose set contains rank 1, tier 2 those whose
 * set among the rest does, and so on.
 */
export function tiers(better: Separations): readonly number[] {
  const assigned = new Map<number, number>();
  for (let tier = 1; assigned.size < better.length; tier += 1) {
    const left = [...better.keys()].filter((model) => !assigned.has(model));
    const unbeaten = left.filter((model) => !left.some((other) => better[other]?.[model]));
    if (unbeaten.length === 0) throw new RangeError("separations that go round in a circle have no tiers");
    for (const model of unbeaten) assigned.set(model, tier);
  }
  return better.map((_, model) => assigned.get(model) ?? 0);
}
