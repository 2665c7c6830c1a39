import { sha256 } from "../kernel/hash.ts";
import { by } from "../kernel/order.ts";
import type { ReviewKey, SampledVerdict } from "../schema/review/review-key.ts";
import { ADJUDICATED, type HumanLabel } from "../schema/review/review-label.ts";
import type { ReaderOpinion } from "../schema/review/review-session.ts";
import { type CompleteLabel, isComplete, type LabelsByAnnotator } from "./labels.ts";

export interface MergedLabels {
  /** Blind labels of the annotators. */
  readonly labels: readonly HumanLabel[];
  /** Decisions on items that the annotators disagree on, as far as there are any. */
  readonly adjudicated: readonly HumanLabel[];
  readonly disagreements: number;
  /** Items where adjudicators disagree too: they stay undecided. */
  readonly undecided: readonly string[];
}

/** Turns labels of opaque items into labels of verdicts. Skips unfinished labels. */
export function mergeLabels(input: {
  readonly key: ReviewKey;
  readonly labels: LabelsByAnnotator;
  readonly adjudication: LabelsByAnnotator;
}): MergedLabels {
  const disagreements = findDisagreements(input.labels);
  const decided: HumanLabel[] = [];
  const undecided: string[] = [];
  for (const entry of input.key.items) {
    if (!disagreements.has(entry.item)) continue;
    const [first, ...others] = completeFor(entry, input.adjudication);
    if (first === undefined) continue;
    if (others.every(({ label }) => label === first.label))
      decided.push(asHumanLabel(entry, first, ADJUDICATED));
    else undecided.push(entry.item);
  }
  return {
    labels: input.key.items.flatMap((entry) =>
      completeFor(entry, input.labels).map((label) => asHumanLabel(entry, label, label.annotator)),
    ),
    adjudicated: decided,
    disagreements: disagreements.size,
    undecided,
  };
}

function completeFor({ item }: SampledVerdict, labels: LabelsByAnnotator): readonly CompleteLabel[] {
  return [...labels.values()].flatMap((own) => own.get(item) ?? []).filter(isComplete);
}

function asHumanLabel(entry: SampledVerdict, given: CompleteLabel, annotator: string): HumanLabel {
  const note = given.note.trim();
  return {
    item: entry.verdict_item,
    axis: entry.axis,
    label: given.label,
    annotator,
    ...(given.quote === null ? {} : { quote: given.quote.text }),
    ...(note === "" ? {} : { note }),
    ...(entry.design === undefined ? {} : { design: entry.design }),
  };
}

const READERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/**
 * Finds the items where two or more labels differ, with each opinion. Letters replace names, in an order that differs
 * from item to item: the adjudicator should weigh reasons, not people.
 */
export function findDisagreements(labels: LabelsByAnnotator): ReadonlyMap<string, readonly ReaderOpinion[]> {
  const byItem = Map.groupBy(
    [...labels.values()].flatMap((own) => [...own.values()].filter(isComplete)),
    ({ item }) => item,
  );
  return new Map(
    [...byItem]
      .filter(([, given]) => new Set(given.map(({ label }) => label)).size > 1)
      .toSorted(by(([key]) => key))
      .map(([item, given]) => [item, withoutNames(given)]),
  );
}

function withoutNames(given: readonly CompleteLabel[]): readonly ReaderOpinion[] {
  const place = ({ item, annotator }: CompleteLabel) => sha256(`review-reader/1|${item}|${annotator}`);
  return given.toSorted(by(place)).map(({ label, quote, confidence, note }, index) => ({
    reader: READERS[index] ?? String(index + 1),
    label,
    quote,
    confidence,
    note,
  }));
}
