import type { Proportion } from "../schema/summary.ts";
import { cohenKappa } from "../stats/cohen-kappa.ts";
import { gwetAc1 } from "../stats/gwet-ac1.ts";
import { wilsonInterval } from "../stats/wilson.ts";
import { type Coefficient, withInterval } from "./agreement-interval.ts";

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
  const scale = [...new Set(items.flatMap(({ first, second }) => [first, second]))];
  const agreed = items.filter(({ first, second }) => first === second).length;
  // In one order whatever the files' is, so that the resamples are the same.
  const inOrder = items.toSorted((a, b) => compare(a.first, b.first) || compare(a.second, b.second));
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

export function proportion(k: number, n: number): Proportion {
  return { k, n, rate: n === 0 ? null : k / n, interval: wilsonInterval(k, n) };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
