import * as z from "zod";
import { CheckId, ModelId, ScenarioId } from "./ids.ts";

export const GateOutcome = z.enum(["PASS", "FAIL", "INCONCLUSIVE"]);
export type GateOutcome = z.infer<typeof GateOutcome>;

/** About how much more would decide a rule, if what was seen so far held. */
export const MoreEvidence = z.strictObject({
  scenarios: z.int().min(0).nullable(),
  repeats: z
    .int()
    .min(0)
    .nullable()
    .meta({ description: "Of every scenario; null where they would not do." }),
});
export type MoreEvidence = z.infer<typeof MoreEvidence>;

export const GateRule = z.strictObject({
  rule: z.string().meta({ description: "Its key in the policy." }),
  outcome: GateOutcome,
  message: z.string(),
  more: MoreEvidence.nullable(),
  findings: z.array(
    z.strictObject({
      scenario_id: ScenarioId,
      repeat: z.int().min(1),
      mode_id: CheckId,
      flag: z.string(),
      turn: z.int().min(1).nullable(),
      quote: z.string().nullable(),
    }),
  ),
});
export type GateRule = z.infer<typeof GateRule>;

/** What `gate` found, per model. The worst outcome is the gate's. */
export const GateResult = z.strictObject({
  outcome: GateOutcome,
  simulated: z.boolean(),
  scan: z.string(),
  baseline: z.string().nullable(),
  policy: z.string().meta({ description: "The policy's file, or `built in`." }),
  differs_from_baseline: z.array(z.string()),
  models: z.array(
    z.strictObject({
      model_id: ModelId,
      baseline_model_id: ModelId.nullable(),
      outcome: GateOutcome,
      rules: z.array(GateRule),
    }),
  ),
});
export type GateResult = z.infer<typeof GateResult>;
