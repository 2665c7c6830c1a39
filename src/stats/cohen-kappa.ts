import { agreementTable } from "./agreement-table.ts";
import type { Statistic } from "./statistic.ts";

/** Cohen's kappa of two raters: agreement beyond what their own category shares would give by chance. */
export function cohenKappa(table: readonly (readonly number[])[]): Statistic {
  const { items, agreed, usage, undefinedBecause } = agreementTable(table);
  if (undefinedBecause !== null) return { value: null, reason: undefinedBecause };
  // In counts rather than shares, so that chance agreement gives 0 exactly.
  const byChance = usage.reduce((sum, { first, second }) => sum + first * second, 0);
  return { value: (items * agreed - byChance) / (items * items - byChance) };
}
