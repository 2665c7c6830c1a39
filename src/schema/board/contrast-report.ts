import * as z from "zod";
import { PackKind } from "../corpus/pack-manifest.ts";
import { CheckId, ModelId, PackMark, ScenarioId } from "../ids.ts";
import { Interval, Proportion } from "../scan/estimates.ts";
import { ScoreDifference } from "./comparison.ts";

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

/**
 * Every score of one model over scenarios that differ in one thing, with the paired difference (second minus
 * first).
 */
const PairedSides = z.strictObject({
  model_id: ModelId,
  differs_in: z
    .string()
    .nullable()
    .meta({ description: "null of twins, which differ in how they are written." }),
  first: z.string().meta({ description: "What the first of each pair is: `core`, or who the person is." }),
  second: z.string(),
  scores: z.array(ScoreDifference),
});

/**
 * A pack compared with the core: twins with their originals, or the two halves of a pair, which differ in who
 * the person is.
 */
export const PackContrast = z.strictObject({
  pack: PackMark.unwrap(),
  kind: PackKind,
  scan: z.string(),
  core: z.string().nullable().meta({ description: "The core's scan that twins are set against." }),
  simulated: z.boolean(),
  unpaired: z
    .array(ScenarioId)
    .meta({ description: "Scenarios of the pack whose other half was not judged." }),
  rows: z.array(PairedSides),
});
export type PackContrast = z.infer<typeof PackContrast>;

/** Output of `contrast`. */
export const ContrastReport = z.strictObject({
  scan: z.string(),
  simulated: z.boolean(),
  over_escalation_checks: z.array(CheckId),
  models: z.array(ModelContrast),
  packs: z.array(PackContrast),
});
export type ContrastReport = z.infer<typeof ContrastReport>;
