import * as z from "zod";
import { Fingerprint } from "./fingerprint.ts";
import { ModelId, PrivateMark, RedactedMark, ScenarioId, Sha256, Version } from "./ids.ts";

export const Sampling = z.strictObject({
  temperature: z.number().min(0).max(2),
  max_tokens: z.int().min(1),
  seed: z.int().nullable(),
});
export type Sampling = z.infer<typeof Sampling>;

export const HarnessName = z.enum(["llm/raw", "givecare/v2", "http/json", "import"]);
export type HarnessName = z.infer<typeof HarnessName>;

export const RUN_PLAN_VERSION = 1;

const TokenRange = z.strictObject({ low: z.int().min(0), expected: z.int().min(0), high: z.int().min(0) });
const CostRange = z.strictObject({ low: z.number(), expected: z.number(), high: z.number() });

/** What a model's conversations will come to. */
export const ModelEstimate = z.strictObject({
  calls: z.int().min(0),
  input_tokens: TokenRange,
  output_tokens: TokenRange,
  cost_usd: CostRange.nullable().meta({ description: "null where the price is unknown." }),
  reply_tokens_from: z.enum(["assumption", "earlier_runs"]),
  pricing: z.strictObject({ source: z.string(), as_of: z.string() }).nullable(),
});
export type ModelEstimate = z.infer<typeof ModelEstimate>;

/** Everything that determines a set of transcripts, decided before anything is spent. */
export const RunPlan = z
  .strictObject({
    schema_version: z.literal(RUN_PLAN_VERSION),
    corpus: z.strictObject({ version: Version, hash: Sha256, private: PrivateMark }),
    models: z
      .array(
        z.strictObject({
          model_id: ModelId,
          simulated: z.boolean(),
          estimate: ModelEstimate.optional(),
        }),
      )
      .min(1),
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
    harness: HarnessName.exclude(["import"]),
    sampling: Sampling,
    system_prompt: z.string(),
    system_prompt_hash: Sha256,
    totals: z.strictObject({ conversations: z.int(), turns: z.int() }),
    fingerprint: Fingerprint,
    redacted: RedactedMark,
  })
  .meta({ id: "RunPlan" });
export type RunPlan = z.infer<typeof RunPlan>;
