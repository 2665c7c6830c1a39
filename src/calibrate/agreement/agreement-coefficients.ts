/** Agreement of two annotators and of a panel, each coefficient with its interval. */
import { by, compareText } from "../../kernel/order.ts";
import { proportion } from "../../measure/proportion.ts";
import type { Interval, Proportion } from "../../schema/scan/estimates.ts";
import { cohenKappa, fleissKappa, gwetAc1, gwetAc1OfMany, krippendorffAlpha } from "../../stats/agreement.ts";
import { clusterBootstrap } from "../../stats/bootstrap.ts";
import type { Statistic } from "../../stats/statistic.ts";
import type { LabelledItem } from "../collect-labels.ts";

/** How two annotators agree on the items that both labelled. */
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
 * The scale is the labels that these two used: so a third annotator does not change what is said of them, and a label that
 * was on offer but never used, which would raise AC1, does not count.
 */
export function pairAgreement(annotators: readonly [string, string], items: readonly Pair[]): PairAgreement {
  // Sorted, because the order in which shares are added up shows in the last digit.
  const scale = [...new Set(items.flatMap(({ first, second }) => [first, second]))].sort();
  const agreed = items.filter(({ first, second }) => first === second).length;
  // In one order whatever the files' is, so that the resamples are the same.
  const inOrder = items.toSorted((a, b) => compareText(a.first, b.first) || compareText(a.second, b.second));
  const options = { seed: "pair", disagreed: agreed < items.length };
  return {
    annotators,
    agreed: proportion(agreed, items.length),
    kappa: withInterval(inOrder, (pairs) => cohenKappa(crossTable(pairs, scale)), options),
    ac1: withInterval(inOrder, (pairs) => gwetAc1(crossTable(pairs, scale)), options),
  };
}

/** How many items the first put into each row and the second into each column. */
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

/** How all annotators of some items agree, however many labelled each of them. */
export interface PanelAgreement {
  /** Fleiss' kappa; undefined where items were not labelled equally often. */
  readonly kappa: Coefficient;
  readonly ac1: Coefficient;
  /** Krippendorff's alpha of names without order; it takes missing labels as they are. */
  readonly alpha: Coefficient;
}

/** The scale is the labels used on items that two or more labelled. */
export function panelAgreement(items: readonly LabelledItem[]): PanelAgreement {
  const shared = items.filter(({ labels }) => labels.size > 1);
  const scale = [...new Set(shared.flatMap(({ labels }) => [...labels.values()]))].sort();
  const counts = shared
    .map(({ labels }) => {
      const given = [...labels.values()];
      return scale.map((label) => given.filter((one) => one === label).length);
    })
    // In one order whatever the files' is, so that the resamples are the same.
    .sort(by((row) => row.join()));
  const disagreed = counts.some((row) => row.filter((count) => count > 0).length > 1);
  const options = { seed: "panel", disagreed };
  return {
    kappa: withInterval(counts, fleissKappa, options),
    ac1: withInterval(counts, gwetAc1OfMany, options),
    alpha: withInterval(counts, (rows) => krippendorffAlpha(rows.map(ratingsOf), "nominal"), options),
  };
}

/** The counts of a row as ratings, each named by its column. */
function ratingsOf(counts: readonly number[]): readonly number[] {
  return counts.flatMap((count, label) => Array<number>(count).fill(label));
}

/** A coefficient with its interval, or `null` with the reason why there is none. */
export type Coefficient = Statistic & {
  /** 95%, from a seeded bootstrap over items; `null` where the items say nothing of the spread. */
  readonly interval: Interval | null;
};

const RESAMPLES = 1000;
/** Below it too many resamples fall on one label, and the rest would tell half the story. */
const LEAST_USABLE_SHARE = 0.95;

/**
 * A coefficient of some items with an interval. Where nobody disagreed every resample would say 1 again, so there is none:
 * the interval of the raw agreement says how little that may mean.
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
