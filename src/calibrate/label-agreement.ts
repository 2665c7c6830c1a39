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
  /** Labelled by anyone. */
  readonly items: number;
  /** Of the items that two or more labelled, those on which all of them agree. */
  readonly unanimous: Proportion;
  /** Annotators who have an item in common. */
  readonly pairs: readonly PairAgreement[];
  readonly all: PanelAgreement;
  /** How often each label was given, of all labels. */
  readonly prevalence: readonly { readonly label: string; readonly given: Proportion }[];
}

export interface LabelAgreement {
  readonly annotators: readonly { readonly annotator: string; readonly labels: number }[];
  readonly axes: readonly (Agreement & { readonly axis: string })[];
  /** All axes in one table, as if they were one question with one scale. */
  readonly overall: Agreement;
}

/** So that IB-A10 comes after IB-A9. */
const IN_ORDER = new Intl.Collator("en", { numeric: true });

/** How far annotators agree, axis by axis. It says nothing about who they are: that is for the annotator's name to tell. */
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

/** The items of each axis, by axis. */
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

/** Of the items that two or more labelled, those on which all of them agree. */
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

/** How often each text occurs, by text. */
function tally(texts: readonly string[]): [string, number][] {
  return [...Map.groupBy(texts, (text) => text)]
    .map(([text, all]): [string, number] => [text, all.length])
    .toSorted(([a], [b]) => IN_ORDER.compare(a, b));
}
