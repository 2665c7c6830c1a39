import * as z from "zod";
import { Fingerprint } from "./fingerprint.ts";
import { ModelId, ScenarioId, Sha256, Version } from "./ids.ts";

export const Sampling = z.strictObject({
  temperature: z.number().min(0).max(2),
  max_tokens: z.int().min(1),
  seed: z.int().nullable(),
});
export type Sampling = z.infer<typeof Sampling>;

export const HarnessName = z.enum(["llm/raw", "givecare/v2", "http/json", "import"]);
export type HarnessName = z.infer<typeof HarnessName>;

export const RUN_PLAN_VERSION = 1;

/** Everything that determines a set of transcripts, decided before anything is spent. */
export const RunPlan = z
  .strictObject({
    schema_version: z.literal(RUN_PLAN_VERSION),
    corpus: z.strictObject({ version: Version, hash: Sha256 }),
    models: z.array(z.strictObject({ model_id: ModelId, simulated: z.boolean() })).min(1),
    scenarios: z
      .array(
        z.strictObject({
          scenario_id: ScenarioId,
          scenario_hash: Sha256,
          turns: z.int().min(1),
          branch_points: z.int().min(0),
        }),
      )
      .min(1),
    repeats: z.int().min(1),
    harness: HarnessName,
    sampling: Sampling,
    system_prompt: z.string(),
    system_prompt_hash: Sha256,
    totals: z.strictObject({ conversations: z.int(), turns: z.int() }),
    fingerprint: Fingerprint,
  })
  .meta({ id: "RunPlan" });
export type RunPlan = z.infer<typeof RunPlan>;
