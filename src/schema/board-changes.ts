import * as z from "zod";
import { ModelId } from "./ids.ts";
import { Interval } from "./summary.ts";

const Place = z.strictObject({
  tier: z.int(),
  best: z.int(),
  worst: z.int(),
  overall: z.number().nullable(),
});

/** How one model stands on two boards. */
export const ModelChange = z.strictObject({
  model_id: ModelId,
  before: Place,
  after: Place,
  difference: z
    .number()
    .nullable()
    .meta({ description: "In overall score, new minus old, over shared scenarios." }),
  interval: Interval.nullable(),
  p: z.number().nullable(),
  p_holm: z.number().nullable().meta({ description: "Adjusted for the number of models compared." }),
  verdict: z.enum(["same_scan", "within_noise", "moved", "not_comparable"]),
});
export type ModelChange = z.infer<typeof ModelChange>;

/** What changed between two boards. */
export const BoardChanges = z.strictObject({
  before: z.string(),
  after: z.string(),
  differing_parts: z
    .array(z.string())
    .meta({ description: "Parts of the fingerprints; where there is one, scores are not compared." }),
  added: z.array(ModelId),
  removed: z.array(ModelId),
  models: z.array(ModelChange),
});
export type BoardChanges = z.infer<typeof BoardChanges>;
