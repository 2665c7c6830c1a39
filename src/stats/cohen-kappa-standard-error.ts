import { sum } from "simple-statistics";
import { agreementTable } from "./agreement-table.ts";
import { cohenKappa } from "./cohen-kappa.ts";
import type { Statistic } from "./statistic.ts";

/** The large-sample standard error of Cohen's kappa (Fleiss, Cohen and Everitt 1969). */
export function cohenKappaStandardError(table: readonly (readonly number[])[]): Statistic {
  const kappa = cohenKappa(table);
  if (kappa.value === null) return kappa;
  const { items, agreed, usage } = agreementTable(table);
  if (agreed === items) {
    return { value: null, reason: "the raters never disagreed, which says nothing of the spread" };
  }
  const disagreement = 1 - kappa.value;
  const byChance = sum(usage.map(({ first, second }) => first * second)) / items ** 2;
  const cells = table.flatMap((row, i) =>
    row.map((count, j) => {
      const first = usage[i === j ? i : j]?.first ?? 0;
      const margins = (first + (usage[i]?.second ?? 0)) / items;
      const factor = i === j ? 1 - margins * disagreement : margins * disagreement;
      return (count / items) * factor ** 2;
    }),
  );
  const centre = kappa.value - byChance * disagreement;
  // Rounding may leave a negative remainder where the true one is 0.
  const variance = Math.max(0, sum(cells) - centre ** 2) / items;
  return { value: Math.sqrt(variance) / (1 - byChance) };
}
