import { proportion } from "../measure/proportion.ts";
import type { Proportion } from "../schema/scan/estimates.ts";
import {
  type PairAgreement,
  type PanelAgreement,
  pairAgreement,
  panelAgreement,
} from "./agreement/agreement-coefficients.ts";
import type { LabelledItem } from "./collect-labels.ts";

export interface Agreement {
  /** Items with at least one label. */
  readonly items: number;
  /** Share of the items with two or more labels on which all labels agree. */
  readonly unanimous: Proportion;
  /** Annotators with an item in common. */
  readonly pairs: readonly PairAgreement[];
  readonly all: PanelAgreement;
  /** Share of each label among all labels. */
  readonly prevalence: readonly { readonly label: string; readonly given: Proportion }[];
}

export interface LabelAgreement {
  readonly annotators: readonly { readonly annotator: string; readonly labels: number }[];
  readonly axes: readonly (Agreement & { readonly axis: string })[];
  /** All axes in one table, as if they were one question with one scale. */
  readonly overall: Agreement;
}

/** Sorts IB-A10 after IB-A9. */
const IN_ORDER = new Intl.Collator("en", { numeric: true });

/** Measures annotators' agreement, axis by axis. The result does not say who the annotators are; only their names do. */
export function labelAgreement(items: readonly LabelledItem[]): LabelAgreement {
  return {
    annotators: tally(items.flatMap(({ labels }) => [...labels.keys()])).map(([annotator, labels]) => ({
      annotator,
      labels,
    })),
    axes: byAxis(items).map(([axis, members]) => ({ axis, ...agreementOn(members) })),
    overall: agreementOn(items),
  };
}

export function byAxis<Item extends { readonly axis: string }>(
  items: readonly Item[],
): readonly (readonly [string, readonly Item[]])[] {
  return [...Map.groupBy(items, ({ axis }) => axis)].toSorted(([a], [b]) => IN_ORDER.compare(a, b));
}

function agreementOn(items: readonly LabelledItem[]): Agreement {
  const given = items.flatMap(({ labels }) => [...labels.values()]);
  const shared = items.filter(({ labels }) => labels.size > 1);
  const pairs = pairsOf(shared).flatMap((pair) => {
    const both = labelledByBoth(shared, pair);
    return both.length === 0 ? [] : [pairAgreement(pair, both)];
  });
  return {
    items: items.length,
    unanimous: proportionAgreed(items),
    pairs,
    all: panelAgreement(items),
    prevalence: tally(given).map(([label, count]) => ({
      label,
      given: proportion(count, given.length),
    })),
  };
}

/** Counts the items with two or more labels on which all labels agree. */
export function proportionAgreed(items: readonly Pick<LabelledItem, "labels">[]): Proportion {
  const shared = items.filter(({ labels }) => labels.size > 1);
  const unanimous = shared.filter(({ labels }) => new Set(labels.values()).size === 1);
  return proportion(unanimous.length, shared.length);
}

function pairsOf(items: readonly LabelledItem[]): [string, string][] {
  const annotators = tally(items.flatMap(({ labels }) => [...labels.keys()])).map(([annotator]) => annotator);
  return annotators.flatMap((first, index) =>
    annotators.slice(index + 1).map((second): [string, string] => [first, second]),
  );
}

function labelledByBoth(items: readonly LabelledItem[], pair: readonly [string, string]) {
  return items.flatMap(({ labels }) => {
    const [first, second] = [labels.get(pair[0]), labels.get(pair[1])];
    return first === undefined || second === undefined ? [] : [{ first, second }];
  });
}

function tally(texts: readonly string[]): [string, number][] {
  return [...Map.groupBy(texts, (text) => text)]
    .map(([text, all]): [string, number] => [text, all.length])
    .toSorted(([a], [b]) => IN_ORDER.compare(a, b));
}
