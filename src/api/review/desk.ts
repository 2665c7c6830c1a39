import { isDeepStrictEqual } from "node:util";
import type { Clock } from "../../kernel/clock.ts";
import { orderForAnnotator } from "../../review/batch.ts";
import { type LabelsByAnnotator, missingPart, placeQuote, stateOf } from "../../review/labels.ts";
import type { ReviewItem } from "../../schema/review/review-batch.ts";
import {
  type LabelChange,
  REVIEW_LABEL_VERSION,
  type ReviewLabel,
} from "../../schema/review/review-label.ts";
import type {
  ReaderOpinion,
  ReviewMode,
  ReviewSession,
  ReviewTask,
  SavedReview,
} from "../../schema/review/review-session.ts";
import type { ReviewState, SaveOutcome } from "../../server/review-state.ts";
import type { StoredBatch } from "../../store/review-batch.ts";
import type { LabelLog } from "../../store/review-labels.ts";
import type { NegatorTest } from "../../text/normalise/words.ts";
import { apiErrors } from "../errors.ts";

export interface ReviewDeskInput {
  readonly stored: StoredBatch;
  readonly mode: ReviewMode;
  readonly logs: ReadonlyMap<string, LabelLog>;
  /** Labels of others, by item: an adjudicator sees only these items. Null while labelling blind. */
  readonly opinions: ReadonlyMap<string, readonly ReaderOpinion[]> | null;
  readonly clock: Clock;
  /** Recognises negating words: a quote may not leave one out. */
  readonly isNegator: NegatorTest;
}

const NOT_FOUND =
  "These words are not in the conversation shown. Mark them again, within one message, or copy them exactly.";

/** Hands out items and stores labels. Only an adjudicator sees the labels of others. */
export function createReviewDesk({
  stored,
  mode,
  logs,
  opinions,
  clock,
  isNegator,
}: ReviewDeskInput): ReviewState {
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
      private: batch.private ?? false,
      mode,
      annotator,
      resources: batch.resources,
      items: orderForAnnotator([...items.values()], annotator).map(({ item, axis }) => ({
        item,
        axis,
        state: stateOf(labels.get(item)),
        label: labels.get(item)?.label ?? null,
      })),
    };
  }

  function task(annotator: string, name: string): ReviewTask | null {
    const item = items.get(name);
    if (item === undefined) return null;
    const saved = logOf(annotator).labels.get(name) ?? null;
    return {
      item,
      facts: facts.get(item.axis) ?? [],
      saved,
      missing: saved && missingPart(saved),
      opinions: [...(opinions?.get(name) ?? [])],
    };
  }

  async function save(annotator: string, name: string, change: LabelChange): Promise<SaveOutcome | null> {
    const item = items.get(name);
    if (item === undefined) return null;
    const { draft, base } = change;
    const quote = draft.quote === null ? null : placeQuote(draft.quote, item, isNegator);
    if (draft.quote !== null && quote === null) return { kind: "unusable", problem: NOT_FOUND };
    const log = logOf(annotator);
    const newest = log.labels.get(name);
    const said = { label: draft.label, quote, confidence: draft.confidence, note: draft.note };
    // A page sends a label again if it missed the answer.
    if (newest !== undefined && saysTheSame(newest, said)) return { kind: "saved", answer: answerTo(newest) };
    if (newest !== undefined && newest.revision !== base)
      return { kind: "outdated", newest: answerTo(newest) };
    const saved: ReviewLabel = {
      schema_version: REVIEW_LABEL_VERSION,
      batch_hash: batch.hash,
      item: name,
      annotator,
      revision: (newest?.revision ?? 0) + 1,
      saved_at: new Date(clock.now()).toISOString(),
      ...said,
    };
    await log.append(saved);
    return { kind: "saved", answer: answerTo(saved) };
  }

  // Handles requests one after another: two windows could otherwise make the same revision.
  const turns = new Map<string, Promise<unknown>>();
  function saveInTurn(annotator: string, name: string, change: LabelChange): Promise<SaveOutcome | null> {
    const before = turns.get(annotator) ?? Promise.resolve();
    const outcome = before.then(() => save(annotator, name, change));
    turns.set(
      annotator,
      outcome.catch(() => undefined),
    );
    return outcome;
  }

  return { session, task, save: saveInTurn };
}

function answerTo(saved: ReviewLabel): SavedReview {
  return { saved, state: stateOf(saved), missing: missingPart(saved) };
}

type Said = Pick<ReviewLabel, "label" | "quote" | "confidence" | "note">;

function saysTheSame(label: ReviewLabel, said: Said): boolean {
  return (
    label.label === said.label &&
    label.confidence === said.confidence &&
    label.note === said.note &&
    isDeepStrictEqual(label.quote, said.quote)
  );
}

/** An adjudicator has seen the labels of others, and cannot label blind any more. */
export function refuseAdjudicators(names: Iterable<string>, adjudication: LabelsByAnnotator): void {
  const [name] = withLabels(names, adjudication);
  if (name !== undefined)
    throw apiErrors.IB_BAD_ANNOTATOR(
      name,
      "cannot label this batch: they adjudicated it, and have seen what others said",
      "Labels are blind. Name somebody who did not adjudicate.",
    );
}

/** A labeller would decide about their own labels. */
export function refuseLabellers(names: Iterable<string>, labels: LabelsByAnnotator): void {
  const [name] = withLabels(names, labels);
  if (name !== undefined)
    throw apiErrors.IB_BAD_ANNOTATOR(
      name,
      "cannot adjudicate this batch: they labelled it, and would decide about their own labels",
      "Name somebody who did not label it.",
    );
}

/** Checks existing files too: a person may have copied them, or two servers may have started before either had a label. */
export function refuseBothRoles(labels: LabelsByAnnotator, adjudication: LabelsByAnnotator): void {
  const [name] = withLabels(withLabels(labels.keys(), labels), adjudication);
  if (name !== undefined)
    throw apiErrors.IB_BAD_ANNOTATOR(
      name,
      "both labelled and adjudicated this batch, and only one of them can count",
      `Keep what they did first, and move the other out of the batch: labels/${name}.jsonl or adjudication/${name}.jsonl.`,
    );
}

/** Leaves out annotators without labels: an unused link leaves an empty file. */
function withLabels(names: Iterable<string>, labels: LabelsByAnnotator): readonly string[] {
  return [...names].filter((name) => (labels.get(name)?.size ?? 0) > 0);
}
