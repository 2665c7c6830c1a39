import { categoryShares, pairwiseAgreement, ratingCounts } from "./rating-counts.ts";
import type { Statistic } from "./statistic.ts";

/** Fleiss' kappa of equally many ratings per item: `table[item][category]` raters chose that category. */
export function fleissKappa(table: readonly (readonly number[])[]): Statistic {
  const ratings = ratingCounts(table);
  const { paired, rated, undefinedBecause } = ratings;
  if (undefinedBecause !== null) return { value: null, reason: undefinedBecause };
  if (rated.some(({ raters }) => raters !== rated[0]?.raters)) {
    return { value: null, reason: "the items were not rated equally often" };
  }
  const byChance = categoryShares(ratings).reduce((sum, share) => sum + share * share, 0);
  return { value: (pairwiseAgreement(paired) - byChance) / (1 - byChance) };
}
