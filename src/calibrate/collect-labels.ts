import { ADJUDICATED, type HumanLabel, type LabelDesign } from "../schema/review/review-label.ts";
import { Verdict } from "../schema/scan/verdict.ts";
import { calibrateErrors } from "./errors.ts";

/** A label and its place in a file. */
export interface PlacedLabel {
  readonly row: HumanLabel;
  readonly place: string;
}

/** One item on one axis, with each annotator's label. */
export interface LabelledItem {
  readonly item: string;
  readonly axis: string;
  readonly labels: ReadonlyMap<string, string>;
  /** Decision of an adjudicator. The adjudicator saw the labels and does not count as an annotator. */
  readonly decision?: string;
  /** How the item was drawn, if the draw used what was known about it. */
  readonly design?: LabelDesign;
}

/**
 * Groups labels by item. An identical repeated row counts once; a conflicting one is refused. A decision without its
 * annotators' labels is refused too: disputed items alone would make any judge look bad.
 */
export function collectLabels(rows: Iterable<PlacedLabel>): LabelledItem[] {
  const axes = new Map<string, Map<string, Map<string, { label: string; place: string }>>>();
  const designs = new Map<string, LabelDesign>();
  for (const { row, place } of rows) {
    if (row.design !== undefined) designs.set(`${row.axis} ${row.item}`, row.design);
    const items = entry(axes, row.axis, () => new Map());
    const given = entry(items, row.item, () => new Map());
    const earlier = given.get(row.annotator);
    if (earlier === undefined) given.set(row.annotator, { label: row.label, place });
    else if (earlier.label !== row.label)
      throw calibrateErrors.IB_CONFLICTING_LABELS(earlier, { row, place });
  }
  return [...axes].flatMap(([axis, items]) =>
    [...items].map(([item, given]) => {
      const decided = given.get(ADJUDICATED);
      given.delete(ADJUDICATED);
      if (decided !== undefined && given.size === 0)
        throw calibrateErrors.IB_LONELY_DECISION(decided.place, item, axis);
      const labels = new Map([...given].map(([annotator, { label }]) => [annotator, label]));
      const design = designs.get(`${axis} ${item}`);
      return {
        item,
        axis,
        labels,
        ...(decided === undefined ? {} : { decision: decided.label }),
        ...(design === undefined ? {} : { design }),
      };
    }),
  );
}

function entry<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  const found = map.get(key) ?? create();
  map.set(key, found);
  return found;
}

/** Returns the decision on an item, or else the majority label; `null` if two verdicts tie. */
export function peopleVerdict({ item, labels, decision }: LabelledItem): Verdict | null {
  const asVerdict = (annotator: string, label: string): Verdict => {
    const verdict = Verdict.safeParse(label);
    if (!verdict.success) throw calibrateErrors.IB_NOT_A_VERDICT({ item, annotator, label });
    return verdict.data;
  };
  const given = [...labels].map(([annotator, label]) => asVerdict(annotator, label));
  if (decision !== undefined) return asVerdict(ADJUDICATED, decision);
  const [first, second] = [...Map.groupBy(given, (verdict) => verdict)].sort(
    ([, a], [, b]) => b.length - a.length,
  );
  if (first === undefined || first[1].length === second?.[1].length) return null;
  return first[0];
}
