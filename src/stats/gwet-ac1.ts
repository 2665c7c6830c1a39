import { agreementTable } from "./agreement-table.ts";
import type { Statistic } from "./statistic.ts";

/**
 * Gwet's AC1 of two raters: like kappa, but steady where nearly everything falls into one category.
 * With a single category in use its formula would say 1 on no evidence, so there it is undefined too.
 */
export function gwetAc1(table: readonly (readonly number[])[]): Statistic {
  const { items, agreed, categories, usage, undefinedBecause } = agreementTable(table);
  if (undefinedBecause !== null) return { value: null, reason: undefinedBecause };
  const observed = agreed / items;
  const byChance =
    usage.reduce((sum, { first, second }) => {
      const share = (first + second) / (2 * items);
      return sum + share * (1 - share);
    }, 0) /
    (categories - 1);
  return { value: (observed - byChance) / (1 - byChance) };
}
