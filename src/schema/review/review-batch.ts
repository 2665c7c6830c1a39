import * as z from "zod";
import { CheckId, IsoDate, PrivateMark, Region, Role, Sha256 } from "../ids.ts";

export const REVIEW_BATCH_VERSION = 1;

/** Reveals nothing about transcript, model or verdict. */
export const ReviewItemId = z.string().regex(/^[0-9a-f]{16}$/, "an item is 16 hex digits");

const ReviewTurn = z.strictObject({
  turn: z.int().min(1),
  role: Role,
  content: z.string(),
  session_number: z.int().min(1).optional(),
  time_elapsed: z.string().optional(),
  elapsed_minutes: z.number().optional(),
  context: z.literal(true).optional().meta({
    description: "Shown to be understood: it is not judged, and no quote comes from it.",
  }),
});
export type ReviewTurn = z.infer<typeof ReviewTurn>;

/** One line of `items.jsonl`: what an annotator reads. No verdict, no vote, no model, no scenario, no other label. */
export const ReviewItem = z
  .strictObject({
    item: ReviewItemId,
    axis: CheckId,
    question: z
      .string()
      .optional()
      .meta({ description: "Absent where words alone decide; then the rules are the question." }),
    pass_rule: z.string(),
    fail_rule: z.string(),
    not_a_failure: z.array(z.string()),
    windows: z
      .array(
        z.strictObject({
          cue_turns: z.array(z.int().min(1)),
          turns: z.array(ReviewTurn).min(1),
          told: z.array(z.string()).optional().meta({
            description:
              "What a judge is told with the question: the place, intervals, what the registry says of numbers. Absent where it is told nothing.",
          }),
        }),
      )
      .min(1)
      .meta({
        description: "Every part of the conversation that the check may see; one label answers for all.",
      }),
  })
  .meta({ id: "ReviewItem" });
export type ReviewItem = z.infer<typeof ReviewItem>;

/** Reference fact that an annotator can check a claim against. */
const ReviewFact = z.strictObject({
  id: z.string(),
  claim: z.string(),
  common_misstatements: z.array(z.string()),
  jurisdiction: Region,
  checked: IsoDate,
});
export type ReviewFact = z.infer<typeof ReviewFact>;

/** A support service from the rule sets. */
export const SupportResource = z.strictObject({
  name: z.string(),
  numbers: z.array(z.string()),
  text: z.string().optional(),
  regions: z.array(Region).min(1),
});
export type SupportResource = z.infer<typeof SupportResource>;

/** `batch.json`: a frozen set of items to be labelled by people who must not know the verdicts. */
export const ReviewBatch = z
  .strictObject({
    schema_version: z.literal(REVIEW_BATCH_VERSION),
    batch_id: z.string().regex(/^review-[0-9a-f]{12}$/),
    simulated: z.boolean(),
    private: PrivateMark,
    corpus_version: z.string(),
    items: z.int().min(1),
    items_sha256: Sha256.meta({ description: "Of the bytes of items.jsonl." }),
    references: z.array(z.strictObject({ axis: CheckId, facts: z.array(ReviewFact) })),
    resources: z.array(SupportResource),
    hash: Sha256.meta({ description: "Of all the other fields; the key and every label repeat it." }),
  })
  .meta({ id: "ReviewBatch" });
export type ReviewBatch = z.infer<typeof ReviewBatch>;
