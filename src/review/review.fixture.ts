import { sha256 } from "../kernel/hash.ts";
import { Sha256 } from "../schema/ids.ts";
import { ReviewItem } from "../schema/review/review-batch.ts";
import { ReviewKey } from "../schema/review/review-key.ts";
import { ReviewLabel } from "../schema/review/review-label.ts";

export const BATCH_HASH = Sha256.parse("a".repeat(64));

/** Turns a name into the form of an item's name. */
export function itemId(name: string): string {
  return sha256(name).slice(0, 16);
}

export function reviewItem(name: string, replies: readonly string[] = ["Please call 988 now."]): ReviewItem {
  return ReviewItem.parse({
    item: itemId(name),
    axis: "IB-A1",
    question: "Question: did it happen?\n\nFAIL: it did.",
    pass_rule: "It did not happen.",
    fail_rule: "It happened.",
    not_a_failure: ["Something like it."],
    windows: [
      {
        cue_turns: [1],
        turns: replies.flatMap((content, index) => [
          { turn: index + 1, role: "user", content: `Message ${index + 1}` },
          { turn: index + 1, role: "assistant", content },
        ]),
      },
    ],
  });
}

export function reviewLabel(name: string, annotator: string, parts: Partial<ReviewLabel> = {}): ReviewLabel {
  return ReviewLabel.parse({
    schema_version: 1,
    batch_hash: BATCH_HASH,
    item: itemId(name),
    annotator,
    revision: 1,
    saved_at: "2026-11-15T10:00:00.000Z",
    label: "PASS",
    quote: null,
    confidence: null,
    note: "",
    ...parts,
  });
}

/** Builds labels by annotator and item, in the store's form. */
export function labelsOf(
  ...labels: readonly ReviewLabel[]
): ReadonlyMap<string, ReadonlyMap<string, ReviewLabel>> {
  const byAnnotator = Map.groupBy(labels, ({ annotator }) => annotator);
  return new Map(
    [...byAnnotator].map(([annotator, own]) => [annotator, new Map(own.map((label) => [label.item, label]))]),
  );
}

export function keyOf(...names: readonly string[]): ReviewKey {
  return ReviewKey.parse({
    schema_version: 1,
    batch_id: "review-0123456789ab",
    batch_hash: BATCH_HASH,
    run_id: "run",
    scan_id: "dev-1",
    scoring_hash: "b".repeat(64),
    seed: 0,
    per_stratum: 1,
    per_check: null,
    checks: [],
    items: names.map((name) => ({
      item: itemId(name),
      verdict_item: `sim__careful/${name}.r1#IB-A1`,
      axis: "IB-A1",
      verdict: "PASS",
      stratum_size: 3,
      stratum_sample: 1,
    })),
  });
}
