import * as z from "zod";
import { CheckId } from "../ids.ts";
import { Verdict } from "../scan/verdict.ts";
import { ReviewBatch, ReviewItem, ReviewItemId, SupportResource } from "./review-batch.ts";
import { AnnotatorName, Confidence, LabelQuote, ReviewLabel } from "./review-label.ts";

/** `adjudicate`: a third person decides where others disagree. */
export const ReviewMode = z.enum(["label", "adjudicate"]);
export type ReviewMode = z.infer<typeof ReviewMode>;

/** `draft`: saved but incomplete. */
export const ItemState = z.enum(["open", "draft", "done"]);
export type ItemState = z.infer<typeof ItemState>;

/** First data for the page: the annotator, the batch and the progress. */
export const ReviewSession = z.strictObject({
  batch_id: ReviewBatch.shape.batch_id,
  simulated: z.boolean(),
  private: z
    .boolean()
    .meta({ description: "Of somebody's own: whether its people are real nobody here knows." }),
  mode: ReviewMode,
  annotator: AnnotatorName,
  resources: z.array(SupportResource),
  items: z.array(
    z.strictObject({
      item: ReviewItemId,
      axis: CheckId,
      state: ItemState,
      label: Verdict.nullable().meta({ description: "The annotator's own verdict so far." }),
    }),
  ),
});
export type ReviewSession = z.infer<typeof ReviewSession>;

/** An earlier reader's label, without a name so that it carries no weight. */
export const ReaderOpinion = z.strictObject({
  reader: z.string().meta({ description: "A, B, …, in an order that differs from item to item." }),
  label: Verdict,
  quote: LabelQuote.nullable(),
  confidence: Confidence.nullable(),
  note: z.string(),
});
export type ReaderOpinion = z.infer<typeof ReaderOpinion>;

/** One item as its annotator sees it. */
export const ReviewTask = z.strictObject({
  item: ReviewItem,
  facts: ReviewBatch.shape.references.element.shape.facts,
  /** The annotator's own earlier label. */
  saved: ReviewLabel.nullable(),
  /** Missing parts, in words; null if nothing is missing or nothing was saved. */
  missing: z.string().nullable(),
  /** Empty while labelling blind. */
  opinions: z.array(ReaderOpinion),
});
export type ReviewTask = z.infer<typeof ReviewTask>;

/** Response to a change. */
export const SavedReview = z.strictObject({
  saved: ReviewLabel,
  state: ItemState,
  /** Missing parts, in words; null if nothing is missing. */
  missing: z.string().nullable(),
});
export type SavedReview = z.infer<typeof SavedReview>;
