import { sha256 } from "../kernel/hash.ts";
import type { ReaderOpinion } from "../schema/review-session.ts";
import type { LabelsByAnnotator } from "./labels-by-annotator.ts";
import { type CompleteLabel, isComplete } from "./missing-part.ts";

const READERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/**
 * The items that two or more labelled, not all alike, with what each said. Names are replaced by letters, in an order
 * that differs from item to item: the adjudicator weighs reasons, not people.
 */
export function findDisagreements(labels: LabelsByAnnotator): ReadonlyMap<string, readonly ReaderOpinion[]> {
  const byItem = Map.groupBy(
    [...labels.values()].flatMap((own) => [...own.values()].filter(isComplete)),
    ({ item }) => item,
  );
  return new Map(
    [...byItem]
      .filter(([, given]) => new Set(given.map(({ label }) => label)).size > 1)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([item, given]) => [item, withoutNames(given)]),
  );
}

function withoutNames(given: readonly CompleteLabel[]): readonly ReaderOpinion[] {
  const place = ({ item, annotator }: CompleteLabel) => sha256(`review-reader/1|${item}|${annotator}`);
  return given
    .toSorted((a, b) => (place(a) < place(b) ? -1 : 1))
    .map(({ label, quote, confidence, note }, index) => ({
      reader: READERS[index] ?? String(index + 1),
      label,
      quote,
      confidence,
      note,
    }));
}
