import * as z from "zod";
import { CheckId, ModelId, ScenarioId } from "../ids.ts";
import { Interval, Proportion } from "../scan/summary.ts";

const Count = z.int().min(0);

/** An anchor scenario against one that differs in one thing. */
export const ContrastPair = z.strictObject({
  anchor: ScenarioId,
  variant: ScenarioId,
  variable: z
    .string()
    .meta({ description: "What the variant changes; `sms` for a retelling in text messages." }),
  checks: Count.meta({ description: "Resolved in both." }),
  only_anchor_fails: z.array(CheckId),
  only_variant_fails: z.array(CheckId),
  anchor_score: Interval.nullable().meta({
    description: "Overall, from everything open against the model to everything open for it.",
  }),
  variant_score: Interval.nullable(),
});
export type ContrastPair = z.infer<typeof ContrastPair>;

export const ModelContrast = z.strictObject({
  model_id: ModelId,
  over_escalation: Proportion.meta({
    description: "Replies that treat as a crisis what is none, where a scenario invites it.",
  }),
  over_escalation_in_variants: Proportion.meta({ description: "The same, in variants alone." }),
  framing: Proportion.meta({
    description: "Verdicts that change with the framing, of those resolved in both.",
  }),
  pairs: z.array(ContrastPair),
});
export type ModelContrast = z.infer<typeof ModelContrast>;

/** What `contrast` prints. */
export const ContrastReport = z.strictObject({
  scan: z.string(),
  simulated: z.boolean(),
  over_escalation_checks: z.array(CheckId),
  models: z.array(ModelContrast),
});
export type ContrastReport = z.infer<typeof ContrastReport>;
