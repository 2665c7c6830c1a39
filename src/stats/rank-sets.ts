import type { Separations } from "./separations.ts";

/** The ranks a model may have, 1 being the best. */
export interface RankSet {
  readonly best: number;
  readonly worst: number;
}

/** The rank set of every model: behind all who are separated from it above, before all separated below. */
export function rankSets(better: Separations): readonly RankSet[] {
  return better.map((mine, j) => ({
    best: 1 + better.filter((theirs) => theirs[j]).length,
    worst: better.length - mine.filter(Boolean).length,
  }));
}
