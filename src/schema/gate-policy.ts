import * as z from "zod";

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
