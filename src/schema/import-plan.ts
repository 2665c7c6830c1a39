import * as z from "zod";
import { Fingerprint } from "./fingerprint.ts";
import { ModelId, RedactedMark, ScenarioId, Sha256, TranscriptId, Version } from "./ids.ts";
import { RUN_PLAN_VERSION, RunPlan } from "./run-plan.ts";

export const ImportFormat = z.enum(["chat-jsonl", "openai", "inspect", "promptfoo"]);
export type ImportFormat = z.infer<typeof ImportFormat>;

/** `run_plan.json` of a run that was had elsewhere and brought in. */
export const ImportPlan = z
  .strictObject({
    schema_version: z.literal(RUN_PLAN_VERSION),
    harness: z.literal("import"),
    source: z.strictObject({
      format: ImportFormat,
      files: z.array(z.strictObject({ name: z.string(), hash: Sha256 })).min(1),
    }),
    corpus: z.strictObject({ version: Version, hash: Sha256, private: z.literal(true) }),
    models: z.array(z.strictObject({ model_id: ModelId, simulated: z.literal(false) })).min(1),
    conversations: z
      .array(
        z.strictObject({
          transcript_id: TranscriptId,
          model_id: ModelId,
          scenario_id: ScenarioId,
          scenario_hash: Sha256,
          repeat: z.int().min(1),
          imported_id: z.string().meta({ description: "What the conversation is called in its file." }),
          turns: z.int().min(1),
        }),
      )
      .min(1),
    totals: z.strictObject({ conversations: z.int(), turns: z.int() }),
    fingerprint: Fingerprint,
    redacted: RedactedMark,
  })
  .meta({ id: "ImportPlan" });
export type ImportPlan = z.infer<typeof ImportPlan>;

/** What `run_plan.json` may hold. */
export const StoredRunPlan = z.discriminatedUnion("harness", [RunPlan, ImportPlan]);
export type StoredRunPlan = z.infer<typeof StoredRunPlan>;
