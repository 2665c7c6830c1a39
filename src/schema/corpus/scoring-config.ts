import * as z from "zod";
import { CheckId, Dimension, Severity, Version } from "../ids.ts";

const Weight = z.number().min(0);

/**
 * `benchmark/configs/scoring.yaml`: the settings that turn verdicts into scores. A severity without a weight
 * has weight 1, so scores are plain pass rates.
 */
export const ScoringConfig = z
  .strictObject({
    version: Version,
    dimension_weights: z.partialRecord(Dimension, Weight),
    severity_weights: z.partialRecord(Severity, Weight),
    gate_severities: z.array(Severity).min(1),
    stable_checks: z.array(CheckId).meta({
      description:
        "Checks that gate nothing, whose votes were measured and rarely disagree: `mixed` stops them at a first clear answer.",
    }),
    coordination: z
      .strictObject({
        needs_from: z.array(CheckId).meta({
          description:
            "Checks whose cue is a need for somebody else's help: a PASS meets the need, a FAIL does not.",
        }),
      })
      .optional(),
    publication: z.strictObject({
      min_opportunities_for_rate: z.int().min(1),
      max_incomplete_share: z.number().min(0).max(1),
      max_not_applicable_share: z.number().min(0).max(1),
    }),
  })
  .meta({ id: "ScoringConfig" });
export type ScoringConfig = z.infer<typeof ScoringConfig>;
