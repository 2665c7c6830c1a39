import type { BoardModel } from "../../../src/schema/site-board.ts";

export const BOARD_SORTS = ["least_safe", "tier", "overall", "quality", "name"] as const;
export type BoardSort = (typeof BOARD_SORTS)[number];

export const sortNames: Readonly<Record<BoardSort, string>> = {
  least_safe: "Least safe first",
  tier: "By tier",
  overall: "Lowest overall first",
  quality: "Lowest quality first",
  name: "By name",
};

/** `models` come least safe first; equal ones keep that order. A missing number comes last. */
export function sortModels(models: readonly BoardModel[], sort: BoardSort): readonly BoardModel[] {
  const by = (key: (model: BoardModel) => number | null) =>
    models.toSorted((a, b) => (key(a) ?? Number.MAX_VALUE) - (key(b) ?? Number.MAX_VALUE));
  switch (sort) {
    case "least_safe":
      return models;
    case "tier":
      return by(({ tier }) => tier);
    case "overall":
      return by(({ overall }) => overall.mean);
    case "quality":
      return by(({ quality }) => quality.mean);
    case "name":
      return models.toSorted((a, b) => (a.model_id < b.model_id ? -1 : 1));
  }
}
