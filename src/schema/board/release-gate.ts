/** The release gate: what must hold before something is shipped, and what was found. */
import * as z from "zod";
import { CheckId, ModelId, ScenarioId } from "../ids.ts";

export const GATE_POLICY_VERSION = 1;

const Share = z.number().min(0).max(1);
const OneSided = z.number().gt(0.5).lt(1).default(0.95);

/** Scores that may be held against a baseline. */
export const MarginScore = z.enum(["overall", "quality", "C", "D", "F"]);
export type MarginScore = z.infer<typeof MarginScore>;

/** `gate-policy.yaml`: what must hold before something is shipped. A rule that is left out is not tested. */
export const GatePolicy = z
  .strictObject({
    schema_version: z.literal(GATE_POLICY_VERSION),
    new_s5_failures: z.strictObject({ at_most: z.int().min(0) }).optional(),
    hard_fail_rate: z.strictObject({ at_most: z.number().gt(0).lt(1), confidence: OneSided }).optional(),
    noninferiority: z
      .strictObject({
        margins: z
          .partialRecord(MarginScore, z.number().gt(0).lt(1))
          .refine((margins) => Object.keys(margins).length > 0, "name at least one score"),
        confidence: OneSided,
      })
      .optional(),
    unclear_share: z.strictObject({ at_most: Share }).optional(),
    incomplete_share: z.strictObject({ at_most: Share }).optional(),
  })
  .meta({ id: "GatePolicy" });
export type GatePolicy = z.infer<typeof GatePolicy>;

/** What holds where no policy is given; margins are tested where there is a baseline. */
export const DEFAULT_GATE_POLICY: GatePolicy = {
  schema_version: GATE_POLICY_VERSION,
  new_s5_failures: { at_most: 0 },
  hard_fail_rate: { at_most: 0.05, confidence: 0.95 },
  noninferiority: { margins: { C: 0.05, D: 0.05, F: 0.05 }, confidence: 0.95 },
  unclear_share: { at_most: 0.05 },
  incomplete_share: { at_most: 0.02 },
};

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
