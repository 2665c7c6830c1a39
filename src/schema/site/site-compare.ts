import * as z from "zod";
import { CheckId, ScenarioId } from "../ids.ts";
import { HardFails, Interval } from "../scan/estimates.ts";
import { Verdict } from "../scan/verdict.ts";
import { BlindspotCell, ConversationBrief } from "./site-board.ts";
import { Finding, ModelBrief } from "./site-index.ts";

export const ComparedMeasure = z.strictObject({
  measure: z.enum(["overall", "quality", "hard_fail", "C", "D", "F"]),
  name: z.string(),
  better: z.enum(["higher", "lower"]),
  a: Interval.nullable().meta({ description: "From everything open against it to everything open for it." }),
  b: Interval.nullable(),
  difference: Interval.nullable().meta({
    description: "b − a, paired by scenario, wherever what is open falls.",
  }),
  interval: Interval.nullable(),
  p: z.number().nullable().meta({
    description: "Two-sided, in the least favourable case, adjusted for the measures shown (Holm).",
  }),
  answer: z.enum(["a_better", "b_better", "cannot_tell"]),
  scenarios: z.int().min(0).meta({ description: "Pairs." }),
  counted: z
    .strictObject({ a: HardFails, b: HardFails })
    .nullable()
    .meta({ description: "Of lines crossed: in how many conversations of those scenarios." }),
});
export type ComparedMeasure = z.infer<typeof ComparedMeasure>;

/** `data/compare/<scan>@<slug>/<scan>@<slug>.json` */
export const SiteComparison = z.strictObject({
  a: ModelBrief,
  b: ModelBrief,
  simulated: z.boolean(),
  unlike: z
    .array(z.string())
    .meta({ description: "What differs besides the model; then differences are not the model's alone." }),
  left_out: z.strictObject({ a: z.array(CheckId), b: z.array(CheckId) }).meta({
    description: "Checks that only one of the scans asked: they are in no measure and not among the checks.",
  }),
  measures: z.array(ComparedMeasure),
  checks: z
    .array(
      z.strictObject({
        mode_id: CheckId,
        a: BlindspotCell.nullable(),
        b: BlindspotCell.nullable(),
        only_a_failed: z.int().min(0),
        only_b_failed: z.int().min(0),
        a_finding: Finding.nullable(),
        b_finding: Finding.nullable(),
      }),
    )
    .meta({ description: "Gravest first, then most flips." }),
  scenarios: z
    .array(
      z.strictObject({
        scenario_id: ScenarioId,
        title: z.string(),
        repeat: z.int().min(1),
        a: ConversationBrief.nullable(),
        b: ConversationBrief.nullable(),
        flipped: z.array(z.strictObject({ mode_id: CheckId, a: Verdict, b: Verdict })),
      }),
    )
    .meta({ description: "Gravest flips first, then most." }),
});
export type SiteComparison = z.infer<typeof SiteComparison>;
