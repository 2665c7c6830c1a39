import type { Clock } from "../kernel/clock.ts";
import { missingPart, stateOf } from "../review/missing-part.ts";
import { orderForAnnotator } from "../review/order-for-annotator.ts";
import { placeQuote } from "../review/place-quote.ts";
import type { ReviewItem } from "../schema/review-batch.ts";
import { type LabelDraft, REVIEW_LABEL_VERSION } from "../schema/review-label.ts";
import type {
  ReaderOpinion,
  ReviewMode,
  ReviewSession,
  ReviewTask,
  SavedReview,
} from "../schema/review-session.ts";
import type { ReviewDesk } from "../server/review-desk.ts";
import type { StoredBatch } from "../store/review-batch-store.ts";
import type { LabelLog } from "../store/review-label-log.ts";

export interface ReviewDeskInput {
  readonly stored: StoredBatch;
  readonly mode: ReviewMode;
  readonly logs: ReadonlyMap<string, LabelLog>;
  /** What others said, by item: an adjudicator sees these items alone. Null while labelling blind. */
  readonly opinions: ReadonlyMap<string, readonly ReaderOpinion[]> | null;
  readonly clock: Clock;
}

const NOT_FOUND =
  "These words are not in the conversation shown. Mark them again, within one message, or copy them exactly.";

/** Hands out items and keeps labels. Nobody sees what others said, but an adjudicator. */
export function createReviewDesk({ stored, mode, logs, opinions, clock }: ReviewDeskInput): ReviewDesk {
  const { batch, items: all } = stored;
  const items = new Map<string, ReviewItem>(
    all.filter(({ item }) => opinions === null || opinions.has(item)).map((item) => [item.item, item]),
  );
  const facts = new Map(batch.references.map((reference) => [reference.axis, reference.facts]));
  const logOf = (annotator: string) => {
    const log = logs.get(annotator);
    if (log === undefined) throw new Error(`${annotator} has no log`);
    return log;
  };

  function session(annotator: string): ReviewSession {
    const { labels } = logOf(annotator);
    return {
      batch_id: batch.batch_id,
      simulated: batch.simulated,
      mode,
      annotator,
      resources: batch.resources,
      items: orderForAnnotator([...items.values()], annotator).map(({ item, axis }) => ({
        item,
        axis,
        state: stateOf(labels.get(item)),
      })),
    };
  }

  function task(annotator: string, name: string): ReviewTask | null {
    const item = items.get(name);
    if (item === undefined) return null;
    return {
      item,
      facts: facts.get(item.axis) ?? [],
      saved: logOf(annotator).labels.get(name) ?? null,
      opinions: [...(opinions?.get(name) ?? [])],
    };
  }

  async function save(
    annotator: string,
    name: string,
    draft: LabelDraft,
  ): Promise<SavedReview | { readonly problem: string } | null> {
    const item = items.get(name);
    if (item === undefined) return null;
    const quote = draft.quote === null ? null : placeQuote(draft.quote, item);
    if (draft.quote !== null && quote === null) return { problem: NOT_FOUND };
    const log = logOf(annotator);
    const saved = {
      schema_version: REVIEW_LABEL_VERSION,
      batch_hash: batch.hash,
      item: name,
      annotator,
      revision: (log.labels.get(name)?.revision ?? 0) + 1,
      saved_at: new Date(clock.now()).toISOString(),
      label: draft.label,
      quote,
      confidence: draft.confidence,
      note: draft.note,
    } as const;
    await log.append(saved);
    return { saved, state: stateOf(saved), missing: missingPart(saved) };
  }

  return { session, task, save };
}
