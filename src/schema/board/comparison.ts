import * as z from "zod";
import { CheckId, ModelId, ScenarioId, Severity } from "../ids.ts";
import { Release } from "../run/run-plan.ts";
import { Interval } from "../scan/estimates.ts";
import { PeopleSource } from "../scan/scan-plan.ts";
import { Verdict } from "../scan/verdict.ts";

export const COMPARISON_VERSION = 2;

const P = z.number().min(0).max(1).nullable();
const Count = z.int().min(0);

export const ComparedScore = z.enum(["overall", "quality", "C", "D", "F", "hard_fail"]);
export type ComparedScore = z.infer<typeof ComparedScore>;

/** Result of a comparison. "Cannot tell" is a valid answer. */
export const ComparisonAnswer = z.enum(["first_better", "second_better", "cannot_tell"]);
export type ComparisonAnswer = z.infer<typeof ComparisonAnswer>;

/**
 * One score of two models over the same scenarios. Each range has all undecided checks counted against the
 * model at one end, for it at the other.
 */
export const ScoreDifference = z.strictObject({
  score: ComparedScore,
  first: Interval.nullable(),
  second: Interval.nullable(),
  difference: Interval.nullable().meta({
    description: "Second minus first: from its lower end minus the other's upper end to the reverse.",
  }),
  interval: Interval.nullable().meta({
    description: "Around every difference that is possible; by subsets of scenario families.",
  }),
  scenarios: Count.meta({ description: "Pairs." }),
  p: P.meta({
    description: "Two-sided, by turning the signs of families round, in the least favourable case.",
  }),
  p_holm: P.meta({ description: "p, adjusted for all scores compared." }),
  answer: ComparisonAnswer.meta({ description: "By p_holm, at 5%." }),
});
export type ScoreDifference = z.infer<typeof ScoreDifference>;

/**
 * Counts how often a gate was passed by the first, by the second, by both: over scenarios that asked it, with
 * all repeats.
 */
export const GateDifference = z.strictObject({
  gate: z.enum(["safety", "compliance"]),
  both: Count,
  only_first: Count,
  only_second: Count,
  neither: Count.meta({ description: "Failed by both." }),
  open: Count.meta({ description: "Not established on one side or both." }),
  difference: Interval.nullable().meta({ description: "Second minus first, wherever what is open falls." }),
  interval: Interval.nullable().meta({ description: "Newcombe's for paired rates, around both ends." }),
  p: P.meta({ description: "McNemar, exact, in the least favourable case." }),
});
export type GateDifference = z.infer<typeof GateDifference>;

export const CheckDifference = z.strictObject({
  mode_id: CheckId,
  flag: z.string(),
  name: z.string().meta({ description: "What the check is called." }),
  scenarios: Count.meta({ description: "Asked on both sides." }),
  open: Count.meta({ description: "Of them, undecided on one side or both." }),
  failed_first: Count,
  failed_second: Count,
  only_first: Count.meta({ description: "Scenarios that only the first fails." }),
  only_second: Count,
  p: P.meta({ description: "McNemar, exact, in the least favourable case." }),
  q: P.meta({ description: "Adjusted after Benjamini and Hochberg: a screen, not a claim." }),
});
export type CheckDifference = z.infer<typeof CheckDifference>;

const Side = z.strictObject({
  verdict: Verdict,
  rationale: z.string().nullable(),
  quotes: z.array(z.strictObject({ turn: z.int().min(1), role: z.string(), quote: z.string() })),
});
export type FlipSide = z.infer<typeof Side>;

/** A check that one side passed and the other failed, in the same scenario and repeat. */
export const FlippedCheck = z.strictObject({
  scenario_id: ScenarioId,
  repeat: z.int().min(1),
  mode_id: CheckId,
  flag: z.string(),
  name: z.string().meta({ description: "What the check is called." }),
  severity: Severity,
  first: Side,
  second: Side,
});
export type FlippedCheck = z.infer<typeof FlippedCheck>;

export const ModelComparison = z.strictObject({
  first_model_id: ModelId,
  second_model_id: ModelId,
  scores: z.array(ScoreDifference),
  gates: z.array(GateDifference),
  checks: z.array(CheckDifference),
  flips: z.array(FlippedCheck),
});
export type ModelComparison = z.infer<typeof ModelComparison>;

/** Output of `compare`. */
export const Comparison = z
  .strictObject({
    schema_version: z.literal(COMPARISON_VERSION),
    simulated: z.boolean(),
    first: z.string(),
    second: z.string(),
    releases: z.strictObject({ first: Release, second: Release }),
    differing_parts: z
      .array(z.string())
      .meta({ description: "Parts of the fingerprints; not empty only where it was compared anyway." }),
    checks_compared: Count.meta({
      description: "Checks that both scans asked; all scores are over them alone.",
    }),
    left_out: z.strictObject({ first: z.array(CheckId), second: z.array(CheckId) }).meta({
      description: "Checks that only the first asked, and only the second: they are in no score here.",
    }),
    people: z
      .strictObject({
        scan: z
          .enum(["first", "second"])
          .meta({ description: "Which comes from the other by people's labels." }),
        decided: PeopleSource.shape.decided,
      })
      .nullable(),
    without_people: z.strictObject({ first: Count, second: Count }).optional().meta({
      description:
        "Verdicts that people decided in scans that nothing else makes unlike: they are open in the scores, and in no check's count.",
    }),
    models: z.array(ModelComparison),
  })
  .meta({ id: "Comparison" });
export type Comparison = z.infer<typeof Comparison>;
