import { fleissKappa } from "../stats/fleiss-kappa.ts";
import { gwetAc1OfMany } from "../stats/gwet-ac1-of-many.ts";
import { krippendorffAlpha } from "../stats/krippendorff-alpha.ts";
import { type Coefficient, withInterval } from "./agreement-interval.ts";
import type { LabelledItem } from "./collect-labels.ts";

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
    .sort((a, b) => (a.join() < b.join() ? -1 : 1));
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
