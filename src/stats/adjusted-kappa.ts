import { agreementTable } from "./agreement-table.ts";
import type { Statistic } from "./statistic.ts";

/** PABAK, the prevalence- and bias-adjusted kappa: raw agreement on a scale where even guessing is 0. */
export function adjustedKappa(table: readonly (readonly number[])[]): Statistic {
  const { items, agreed, categories, undefinedBecause } = agreementTable(table);
  if (undefinedBecause !== null) return { value: null, reason: undefinedBecause };
  return { value: (categories * (agreed / items) - 1) / (categories - 1) };
}
