import { join } from "node:path";
import { keyOf, reviewItem, reviewLabel } from "../../src/review/review.fixture.ts";
import { ReviewItem } from "../../src/schema/review/review-batch.ts";
import { ReviewKey } from "../../src/schema/review/review-key.ts";
import type { LabelQuote } from "../../src/schema/review/review-label.ts";
import { Verdict } from "../../src/schema/scan/verdict.ts";
import { keepReviewBatch, readReviewBatch, sealReviewBatch } from "../../src/store/review-batch.ts";
import { openLabelLog } from "../../src/store/review-labels.ts";
import { type TemporaryFolder, temporaryFolder } from "./temporary-folder.fixture.ts";

const VERDICTS = { P: "PASS", F: "FAIL", Q: "FAIL", U: "UNCLEAR", N: "NOT_APPLICABLE" };

/** A batch in a folder of its own: `{ "IB-A1": 3 }` has three items on IB-A1. No scan is behind it. */
export async function batchWith(
  axes: Readonly<Record<string, number>>,
): Promise<TemporaryFolder & { batch: string }> {
  const items = Object.entries(axes).flatMap(([axis, count]) =>
    Array.from({ length: count }, (_, index) =>
      ReviewItem.parse({ ...reviewItem(`${axis}-${index}`), axis }),
    ),
  );
  const sealed = sealReviewBatch(
    { simulated: true, corpus_version: "1.0.0", references: [], resources: [] },
    items,
  );
  const plain = keyOf(...items.map((_, index) => `conversation-${index}`));
  const key = ReviewKey.parse({
    ...plain,
    batch_id: sealed.batch.batch_id,
    batch_hash: sealed.batch.hash,
    items: plain.items.map((entry, index) => ({
      ...entry,
      item: items[index]?.item,
      axis: items[index]?.axis,
      verdict_item: entry.verdict_item.replace("IB-A1", items[index]?.axis ?? ""),
    })),
  });
  const folder = await temporaryFolder();
  const batch = join(folder.path, "batch");
  await keepReviewBatch(batch, sealed, key);
  return { ...folder, batch };
}

/**
 * Saves a finished label for each letter (P, F, U or N, or Q for a FAIL that quotes the first reply), in the batch's order
 * of items; a dot leaves one open.
 */
export async function saveLabels(
  batch: string,
  annotator: string,
  letters: string,
  folder: "labels" | "adjudication" = "labels",
): Promise<void> {
  const stored = await readReviewBatch(batch);
  const log = await openLabelLog(join(batch, folder), annotator, stored);
  for (const [index, letter] of [...letters].entries()) {
    if (letter === ".") continue;
    const label = Verdict.parse(VERDICTS[letter as keyof typeof VERDICTS]); // anything else is no verdict
    const item = stored.items[index]?.item;
    if (item === undefined) throw new Error(`the batch has no item ${index}`);
    const quote = letter === "Q" ? firstReply(stored.items[index]) : null;
    const parts = { item, batch_hash: stored.batch.hash, label, quote, note: "Because." };
    await log.append(reviewLabel(item, annotator, parts));
  }
  await log.close();
}

function firstReply(item: ReviewItem | undefined): LabelQuote {
  const turns = item?.windows.flatMap((window) => window.turns) ?? [];
  const reply = turns.find(({ role }) => role === "assistant");
  if (reply === undefined) throw new Error("the item has no reply");
  const { content: text, turn, role } = reply;
  return { text, turn, role, tier: "exact", start: 0, end: text.length };
}
