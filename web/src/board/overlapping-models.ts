import type { BoardModel } from "../../../src/schema/site-board.ts";

/** The models whose rate of crossed lines may well be as high as the first one's: their intervals overlap. */
export function overlappingModels(models: readonly BoardModel[]): readonly BoardModel[] {
  const [worst, ...others] = models;
  const low = worst?.hard_fails.interval?.low;
  if (low === undefined) return [];
  return others.filter(({ hard_fails }) => hard_fails.interval !== null && hard_fails.interval.high >= low);
}
