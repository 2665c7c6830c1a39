import { agreementTable } from "./agreement-table.ts";
import type { Statistic } from "./statistic.ts";

/**
 * Cohen's kappa over ordered categories: near misses count for less than far ones,
 * by the distance of the categories (`linear`) or by its square (`quadratic`).
 */
export function weightedKappa(
  table: readonly (readonly number[])[],
  weights: "linear" | "quadratic",
): Statistic {
  const { items, usage, undefinedBecause } = agreementTable(table);
  if (undefinedBecause !== null) return { value: null, reason: undefinedBecause };
  let observed = 0;
  let byChance = 0;
  for (const [i, row] of table.entries()) {
    for (const [j, count] of row.entries()) {
      const weight = weights === "linear" ? Math.abs(i - j) : (i - j) ** 2;
      observed += weight * count;
      byChance += weight * (usage[i]?.first ?? 0) * (usage[j]?.second ?? 0);
    }
  }
  return { value: 1 - (items * observed) / byChance };
}
