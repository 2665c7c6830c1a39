/** A label as made in a review, and as a line of the label files that calibration reads. */
import * as z from "zod";
import { Role, Sha256 } from "../ids.ts";
import { EvidenceTier, Verdict } from "../scan/verdict.ts";
import { LONGEST_NOTE, LONGEST_QUOTE } from "./label-limits.ts";
import { ReviewItemId } from "./review-batch.ts";

export const REVIEW_LABEL_VERSION = 1;

/** Also used as a file name. */
export const AnnotatorName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_-]{0,39}$/, "lower-case letters, digits, dash and underscore, at most 40");

export const Confidence = z.enum(["low", "medium", "high"]);
export type Confidence = z.infer<typeof Confidence>;

/** An annotator's unfinished label; every part may be missing. */
export const LabelDraft = z.strictObject({
  label: Verdict.nullable(),
  quote: z
    .strictObject({
      text: z.string().trim().min(1).max(LONGEST_QUOTE),
      turn: z.int().min(1).nullable(),
      role: Role.nullable(),
    })
    .nullable()
    .meta({ description: "As marked or typed; turn and role are null where it was typed." }),
  confidence: Confidence.nullable(),
  note: z.string().max(LONGEST_NOTE),
});
export type LabelDraft = z.infer<typeof LabelDraft>;

/** A draft to save. */
export const LabelChange = z.strictObject({
  draft: LabelDraft,
  /**
   * Revision that the draft is based on, 0 for none. A draft based on an older revision does not overwrite
   * the newest.
   */
  base: z.int().min(0),
});
export type LabelChange = z.infer<typeof LabelChange>;

/** Words that an annotator quotes, with their place in the conversation. */
export const LabelQuote = z.strictObject({
  text: z.string(),
  turn: z.int().min(1),
  role: Role,
  tier: EvidenceTier.exclude(["none"]),
  start: z.int().min(0).meta({ description: "UTF-16 offset in the message's content." }),
  end: z.int().min(0),
});
export type LabelQuote = z.infer<typeof LabelQuote>;

/** One line of `labels/<annotator>.jsonl`, append-only: the last line of an item is its annotator's label. */
export const ReviewLabel = z
  .strictObject({
    schema_version: z.literal(REVIEW_LABEL_VERSION),
    batch_hash: Sha256,
    item: ReviewItemId,
    annotator: AnnotatorName,
    revision: z.int().min(1),
    saved_at: z.iso.datetime(),
    label: Verdict.nullable(),
    quote: LabelQuote.nullable(),
    confidence: Confidence.nullable(),
    note: z.string(),
  })
  .meta({ id: "ReviewLabel" });
export type ReviewLabel = z.infer<typeof ReviewLabel>;

/**
 * Reserved name for the decisions of an adjudicator. They settle an item and enter no agreement. No annotator
 * may use it.
 */
export const ADJUDICATED = "adjudicated";

/**
 * How items were chosen, if neither by the verdict alone nor plainly at random. `chosen`: one by one, by a
 * person who knew the verdicts.
 */
export const LabelDesign = z.enum(["two-phase", "chosen"]);
export type LabelDesign = z.infer<typeof LabelDesign>;

/** Version of the label files; their lines carry none. */
export const HUMAN_LABEL_VERSION = 1;

/** One line of a label file. For a verdict `item` is `<transcript_id>#<mode_id>`. */
export const HumanLabel = z
  .strictObject({
    item: z.string().min(1),
    axis: z.string().min(1),
    label: z.string().min(1),
    annotator: z.string().min(1),
    quote: z.string().optional(),
    note: z.string().optional(),
    weight: z
      .enum(["grave", "lesser"])
      .optional()
      .meta({ description: "How grave a FAIL is, where the check tells two weights apart." }),
    rule_version: z.string().optional().meta({ description: "Version of the check that was read." }),
    design: LabelDesign.optional().meta({
      description:
        "Two-phase: the item was drawn where labels teach most. Without its key it says nothing of rates. Chosen: by hand, and it never does.",
    }),
  })
  .meta({ id: "HumanLabel" });
export type HumanLabel = z.infer<typeof HumanLabel>;
