/** A model over its releases: where it stood at each, and what changed from one to another. */
import * as z from "zod";
import { CheckId, Dimension, ModelId, RunId, ScenarioId, Severity } from "../ids.ts";
import { Release } from "../run/run-plan.ts";
import { Estimate, HardFails } from "../scan/estimates.ts";
import { ComparedMeasure, SiteComparison } from "./site-compare.ts";
import { ConversationKey, Finding, ModelSlug, ScanKey } from "./site-index.ts";

const Count = z.int().min(0);

/** One release of a model, as one scan judged it. */
export const LineRelease = z.strictObject({
  scan: ScanKey,
  run_id: RunId.nullable(),
  release: Release,
  judge: z.string().nullable(),
  conversations: Count,
  hard_fails: HardFails,
  dimensions: z
    .array(z.strictObject({ dimension: Dimension, score: Estimate }))
    .meta({ description: "Those that give quality." }),
  unlike: z.array(z.string()).meta({
    description: "How it was made otherwise than the newest; then a difference need not be the model's.",
  }),
  other_scans: Count.meta({ description: "Of the same run, not drawn: judged otherwise, or judged before." }),
});
export type LineRelease = z.infer<typeof LineRelease>;

/** `data/lines/<slug>.json` */
export const SiteLine = z.strictObject({
  model_id: ModelId,
  slug: ModelSlug,
  simulated: z.boolean(),
  releases: z.array(LineRelease).min(1).meta({ description: "Oldest first." }),
});
export type SiteLine = z.infer<typeof SiteLine>;

/** One check in one scenario at one release, over all repeats, with the reply that shows it best. */
export const ChangedSide = z.strictObject({
  failed: Count.meta({ description: "Repeats." }),
  passed: Count,
  open: Count.meta({ description: "Repeats in which nothing is established." }),
  not_found: Count.optional().meta({
    description: "Repeats in which a search of all replies found nothing of the kind; absent where none was.",
  }),
  conversation: ConversationKey.nullable().meta({ description: "null where the scenario was not had." }),
  repeat: z.int().min(1).nullable(),
  turn: z.int().min(1).nullable(),
  asked: z.string().nullable().meta({ description: "What the caregiver had written, shortened." }),
  reply: z.string().nullable().meta({
    description: "The whole reply of that turn, shortened; null where there is none, or too many to show.",
  }),
  finding: Finding.nullable().meta({ description: "Of the failure, where there is one." }),
});
export type ChangedSide = z.infer<typeof ChangedSide>;

export const Change = z.strictObject({
  kind: z.enum(["new", "gone", "still", "open"]).meta({
    description: "open: it failed before, and nothing shows that it does not any more.",
  }),
  scenario_id: ScenarioId,
  title: z.string(),
  mode_id: CheckId,
  severity: Severity,
  before: ChangedSide,
  after: ChangedSide,
  chance: z.number().min(0).max(1).nullable().meta({
    description:
      "How often repeats would differ as much if nothing had changed, in the least favourable case; null where one side has a single repeat.",
  }),
});
export type Change = z.infer<typeof Change>;

/** `data/changes/<scan>@<slug>/<scan>@<slug>.json`: from the first release to the second. */
export const SiteChanges = z.strictObject({
  ...SiteComparison.pick({ a: true, b: true, simulated: true, unlike: true, left_out: true }).shape,
  measures: z.array(ComparedMeasure),
  changes: z.array(Change).meta({ description: "By kind, gravest first." }),
});
export type SiteChanges = z.infer<typeof SiteChanges>;
