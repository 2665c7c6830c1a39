/** Agreement of two annotators and of a panel. Each coefficient has an interval. */
import { by, compareText } from "../../kernel/order.ts";
import { proportion } from "../../measure/proportion.ts";
import type { Interval, Proportion } from "../../schema/scan/estimates.ts";
import { cohenKappa, fleissKappa, gwetAc1, gwetAc1OfMany, krippendorffAlpha } from "../../stats/agreement.ts";
import { clusterBootstrap } from "../../stats/bootstrap.ts";
import type { Statistic } from "../../stats/statistic.ts";
import type { LabelledItem } from "../collect-labels.ts";

/** Agreement of two annotators on the items that both labelled. */
export interface PairAgreement {
  readonly annotators: readonly [string, string];
  readonly agreed: Proportion;
  readonly kappa: Coefficient;
  readonly ac1: Coefficient;
}

interface Pair {
  readonly first: string;
  readonly second: string;
}

/**
 * Compares two annotators. The scale holds only the labels that these two used: a third annotator does not change their
 * result, and an unused label does not raise AC1.
 */
export function pairAgreement(annotators: readonly [string, string], items: readonly Pair[]): PairAgreement {
  // Sorts the scale: the order of a floating-point sum changes its last digit.
  const scale = [...new Set(items.flatMap(({ first, second }) => [first, second]))].sort();
  const agreed = items.filter(({ first, second }) => first === second).length;
  // Sorts the items, so that the resamples do not depend on the order of the files.
  const inOrder = items.toSorted((a, b) => compareText(a.first, b.first) || compareText(a.second, b.second));
  const options = { seed: "pair", disagreed: agreed < items.length };
  return {
    annotators,
    agreed: proportion(agreed, items.length),
    kappa: withInterval(inOrder, (pairs) => cohenKappa(crossTable(pairs, scale)), options),
    ac1: withInterval(inOrder, (pairs) => gwetAc1(crossTable(pairs, scale)), options),
  };
}

/** Counts the items per cell: rows are the first annotator's labels, columns the second's. */
export function crossTable(items: readonly Pair[], scale: readonly string[]): readonly (readonly number[])[] {
  const place = new Map(scale.map((label, index) => [label, index]));
  const table = scale.map(() => scale.map(() => 0));
  for (const { first, second } of items) {
    const row = table[place.get(first) ?? -1];
    const column = place.get(second);
    if (row === undefined || column === undefined) throw new Error("a label is not on the scale");
    row[column] = (row[column] ?? 0) + 1;
  }
  return table;
}

/** Agreement of all annotators; items may have different numbers of labels. */
export interface PanelAgreement {
  /** Fleiss' kappa; undefined if items have different numbers of labels. */
  readonly kappa: Coefficient;
  readonly ac1: Coefficient;
  /** Krippendorff's alpha for nominal labels; it accepts missing labels. */
  readonly alpha: Coefficient;
}

/** Measures a panel. The scale holds the labels used on items that two or more annotators labelled. */
export function panelAgreement(items: readonly LabelledItem[]): PanelAgreement {
  const shared = items.filter(({ labels }) => labels.size > 1);
  const scale = [...new Set(shared.flatMap(({ labels }) => [...labels.values()]))].sort();
  const counts = shared
    .map(({ labels }) => {
      const given = [...labels.values()];
      return scale.map((label) => given.filter((one) => one === label).length);
    })
    // Sorts the rows, so that the resamples do not depend on the order of the files.
    .sort(by((row) => row.join()));
  const disagreed = counts.some((row) => row.filter((count) => count > 0).length > 1);
  const options = { seed: "panel", disagreed };
  return {
    kappa: withInterval(counts, fleissKappa, options),
    ac1: withInterval(counts, gwetAc1OfMany, options),
    alpha: withInterval(counts, (rows) => krippendorffAlpha(rows.map(ratingsOf), "nominal"), options),
  };
}

/** Expands a row of counts into single ratings, each named by its column. */
function ratingsOf(counts: readonly number[]): readonly number[] {
  return counts.flatMap((count, label) => Array<number>(count).fill(label));
}

/** A coefficient with its interval, or `null` with the reason why there is none. */
export type Coefficient = Statistic & {
  /** 95%, from a seeded bootstrap over items; `null` if the items do not show the spread. */
  readonly interval: Interval | null;
};

const RESAMPLES = 1000;
/** With a smaller share, too many resamples hold a single label, and the remaining ones would be biased. */
const LEAST_USABLE_SHARE = 0.95;

/**
 * Adds a bootstrap interval to a coefficient. Without any disagreement there is none, because every resample would be 1
 * again. The interval of the raw agreement then shows how little that may mean.
 */
export function withInterval<Item>(
  items: readonly Item[],
  coefficient: (items: readonly Item[]) => Statistic,
  options: { readonly seed: string; readonly disagreed: boolean },
): Coefficient {
  const found = coefficient(items);
  if (found.value === null || !options.disagreed) return { ...found, interval: null };
  const { interval, usable, resamples } = clusterBootstrap({
    clusters: items,
    statistic: (resampled) => coefficient(resampled).value,
    resamples: RESAMPLES,
    seed: `label-agreement/1|${options.seed}`,
    confidence: 0.95,
  });
  return { ...found, interval: usable < LEAST_USABLE_SHARE * resamples ? null : interval };
}
