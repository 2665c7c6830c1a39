import { categoryShares, pairwiseAgreement, ratingCounts } from "./rating-counts.ts";
import type { Statistic } from "./statistic.ts";

/** Gwet's AC1 of any number of ratings per item: `table[item][category]` raters chose that category. */
export function gwetAc1OfMany(table: readonly (readonly number[])[]): Statistic {
  const ratings = ratingCounts(table);
  if (ratings.undefinedBecause !== null) return { value: null, reason: ratings.undefinedBecause };
  const byChance =
    categoryShares(ratings).reduce((sum, share) => sum + share * (1 - share), 0) / (ratings.categories - 1);
  return { value: (pairwiseAgreement(ratings.paired) - byChance) / (1 - byChance) };
}
