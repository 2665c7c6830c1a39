/**
 * How a batch was drawn, and the verdict behind each item. Separate from review-batch.ts, because annotators
 * must not see it.
 */
import * as z from "zod";
import { CheckId, RunId, Sha256 } from "../ids.ts";
import { Verdict } from "../scan/verdict.ts";
import { ReviewBatch } from "./review-batch.ts";
import { LabelDesign } from "./review-label.ts";

/** One line of a sampling key: maps a blind item to its verdict. Not for annotators. */
export const SampledVerdict = z.strictObject({
  item: z.string().meta({
    description: "Says nothing about transcript, model or verdict; the same for the same seed.",
  }),
  verdict_item: z.string().meta({ description: "<transcript_id>#<mode_id>" }),
  axis: CheckId,
  verdict: Verdict,
  stratum_size: z.int().min(1).meta({
    description: "Verdicts of this stratum; the weight of a label is this by the sample.",
  }),
  stratum_sample: z.int().min(1).meta({ description: "How many of them were drawn." }),
  stratum: z.string().min(1).optional().meta({
    description:
      "Absent: the verdicts of the check that came out alike. `check`: all of them. In a two-phase draw the kinds of verdict it is of.",
  }),
  design: LabelDesign.optional().meta({
    description:
      "Two-phase: drawn where labels teach most, and to be weighed. Chosen: picked one by one, and not to be weighed.",
  }),
});
export type SampledVerdict = z.infer<typeof SampledVerdict>;

export const REVIEW_KEY_VERSION = 1;

/** `<batch>.key.json`: the identity of the items and how they were drawn. Not for annotators. */
export const ReviewKey = z
  .strictObject({
    schema_version: z.literal(REVIEW_KEY_VERSION),
    batch_id: ReviewBatch.shape.batch_id,
    batch_hash: Sha256,
    run_id: RunId.nullable().meta({ description: "null for a scan of several runs." }),
    scan_id: RunId,
    scoring_hash: Sha256.meta({ description: "Fingerprint of the scan the verdicts are from." }),
    seed: z.int().min(0),
    per_stratum: z.int().min(1).nullable().meta({ description: "Most of each check and verdict." }),
    per_check: z
      .int()
      .min(1)
      .nullable()
      .meta({ description: "Most of each check, however they came out: a random sample." }),
    two_phase: z
      .int()
      .min(1)
      .optional()
      .meta({ description: "Most of each check, where they teach most; the strata stand with the items." }),
    chosen: z
      .literal(true)
      .optional()
      .meta({ description: "Nothing was drawn: somebody named these verdicts." }),
    checks: z.array(z.string()).meta({ description: "Patterns the checks were chosen by; empty for all." }),
    items: z.array(SampledVerdict).min(1),
  })
  .meta({ id: "ReviewKey" });
export type ReviewKey = z.infer<typeof ReviewKey>;
