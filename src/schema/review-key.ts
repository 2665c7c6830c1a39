import * as z from "zod";
import { RunId, Sha256 } from "./ids.ts";
import { ReviewBatch } from "./review-batch.ts";
import { SampledVerdict } from "./sampled-verdict.ts";

export const REVIEW_KEY_VERSION = 1;

/** `<batch>.key.json`: what the items are and how they were drawn. Not for annotators. */
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
    checks: z.array(z.string()).meta({ description: "Patterns the checks were chosen by; empty for all." }),
    items: z.array(SampledVerdict).min(1),
  })
  .meta({ id: "ReviewKey" });
export type ReviewKey = z.infer<typeof ReviewKey>;
