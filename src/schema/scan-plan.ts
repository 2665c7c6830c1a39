import * as z from "zod";
import { Fingerprint } from "./fingerprint.ts";
import { CheckId, ModelId, Sha256, Tag, TranscriptId } from "./ids.ts";
import { CheckPolicy, RepetitionPolicy } from "./verdict.ts";

export const SCAN_PLAN_VERSION = 1;

export const ScanProfileName = z.enum(["smoke", "dev", "full", "publish"]);
export type ScanProfileName = z.infer<typeof ScanProfileName>;

const CallRange = z.strictObject({ min: z.int().min(0), expected: z.int().min(0), max: z.int().min(0) });

/** Which checks will look at one transcript. */
export const PlannedTranscript = z.strictObject({
  transcript_id: TranscriptId,
  transcript_hash: Sha256,
  complete: z.boolean(),
  eligible: z.array(CheckId),
  suppressed: z.record(CheckId, Tag).meta({ description: "Check id to the tag that suppresses it." }),
});
export type PlannedTranscript = z.infer<typeof PlannedTranscript>;

/** Everything a scan will do and may cost, written before the first call. */
export const ScanPlan = z
  .strictObject({
    schema_version: z.literal(SCAN_PLAN_VERSION),
    profile: ScanProfileName,
    policy: RepetitionPolicy,
    judge: z.strictObject({ model_id: ModelId, simulated: z.boolean() }).nullable(),
    checks: z
      .array(CheckId)
      .meta({ description: "Checks of the profile; the others get a row that says so." }),
    votes: z
      .record(CheckId, z.strictObject({ repetitions: z.int().min(0), policy: CheckPolicy }))
      .meta({ description: "Votes per question and when to stop asking; 0 where no judge is asked." }),
    transcripts: z.array(PlannedTranscript),
    eligible_checks: z.int().min(0),
    planned_llm_calls: CallRange,
    by_check: z.record(CheckId, z.strictObject({ eligible: z.int(), windows: z.int(), calls: CallRange })),
    estimated_tokens: z.strictObject({ input: z.int().min(0), output: z.int().min(0) }),
    estimated_cost_usd: z
      .strictObject({ low: z.number(), expected: z.number(), high: z.number() })
      .nullable()
      .meta({ description: "null where the judge's price is unknown." }),
    pricing: z.strictObject({
      known: z.boolean(),
      source: z.string().nullable(),
      as_of: z.string().nullable(),
    }),
    checks_without_judge: z.array(CheckId),
    fingerprints: z.strictObject({ transcripts: Fingerprint.nullable(), scoring: Fingerprint }),
  })
  .meta({ id: "ScanPlan" });
export type ScanPlan = z.infer<typeof ScanPlan>;
