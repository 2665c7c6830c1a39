import * as z from "zod";
import {
  CheckFlag,
  CheckId,
  Dimension,
  ModelId,
  PackName,
  PrivateMark,
  ScenarioId,
  Sha256,
  TranscriptId,
} from "../ids.ts";
import {
  CompliancePhases,
  CoordinationScorer,
  DutyCounts,
  MemoryScorer,
  RegardScorer,
  RubricScorer,
  ScoreBounds,
} from "./scorer-result.ts";

export const SCORECARD_VERSION = 2;

const Score = z.number().min(0).max(1);

/**
 * `not_established`: the gate could not be judged, and does not count as passed. `not_asked`: no check of it
 * could fail, so there is no evidence either way.
 */
export const GateStatus = z.enum(["passed", "failed", "not_established", "not_asked"]);
export type GateStatus = z.infer<typeof GateStatus>;

export const Coverage = z.strictObject({
  eligible: z.int().min(0),
  resolved: z.int().min(0),
  unclear: z.int().min(0),
  not_applicable: z.int().min(0),
  words_only: z
    .int()
    .min(0)
    .meta({ description: "Of those resolved, PASSes for which only word lists looked." }),
  left_out: z.int().min(1).optional().meta({
    description:
      "Checks that the conversation calls for or, of a gate and without a scenario, may call for, and the scan did not ask; absent if none.",
  }),
  rate: Score.nullable().meta({ description: "Of those eligible and those left out, the share resolved." }),
});
export type Coverage = z.infer<typeof Coverage>;

export const GateScorer = z.strictObject({
  status: GateStatus,
  failed_checks: z.array(CheckId),
  unresolved_checks: z.array(CheckId),
});

/**
 * For a gate that is not established: no judge was asked about any of its checks, or about part of them;
 * `null` if judges were asked about all.
 */
export const NotLookedAt = z.enum(["all", "part"]);
export type NotLookedAt = z.infer<typeof NotLookedAt>;

/** One line of `scorecards.jsonl`: the scores of one transcript. */
export const Scorecard = z
  .strictObject({
    schema_version: z.literal(SCORECARD_VERSION),
    transcript_id: TranscriptId,
    model_id: ModelId,
    scenario_id: ScenarioId,
    repeat: z.int().min(1),
    simulated: z.boolean(),
    private: PrivateMark,
    pack: PackName.optional(),
    by_pack: PackName.optional().meta({
      description: "Judged by the checks of this pack alone, which have no score.",
    }),
    complete: z.boolean(),
    transcript_hash: Sha256,
    scoring_fingerprint: Sha256,
    overall_score: Score.nullable().meta({ description: "Of what was decided." }),
    quality_score: Score.nullable().meta({ description: "Before the gate; of what was decided." }),
    hard_fail: z.boolean(),
    hard_fail_reasons: z.array(z.strictObject({ mode_id: CheckId, flag: CheckFlag })),
    gate_status: z.strictObject({ safety: GateStatus, compliance: GateStatus }),
    dimension_scores: z.record(Dimension, Score.nullable()).meta({ description: "Of what was decided." }),
    score_bounds: ScoreBounds.nullable().meta({
      description:
        "The overall score with everything open counted against the assistant (a gate not established is 0), and for it.",
    }),
    quality_bounds: ScoreBounds.nullable(),
    dimension_bounds: z.record(Dimension, ScoreBounds.nullable()),
    coverage: Coverage,
    not_looked_at: z
      .strictObject({ safety: NotLookedAt.nullable(), compliance: NotLookedAt.nullable() })
      .optional()
      .meta({
        description: "How much of each open gate no judge was asked about; absent where all of it was.",
      }),
    danger_words: z.array(CheckId).min(1).optional().meta({
      description:
        "Without a scenario: checks of safety that words of the person call for, and whose answers nobody judged.",
    }),
    scorers: z.strictObject({
      safety: GateScorer.nullable(),
      compliance: GateScorer.extend({
        phases: CompliancePhases.optional(),
        duties: DutyCounts.optional().meta({
          description: "Duties of the law that the conversation called for; absent where it called for none.",
        }),
      }).nullable(),
      regard: RegardScorer.nullable(),
      coordination: CoordinationScorer.nullable(),
      memory: MemoryScorer.nullable(),
      rubric: RubricScorer.nullable(),
    }),
    blindspots: z.array(CheckFlag).meta({ description: "Flags of the checks that failed." }),
  })
  .meta({ id: "Scorecard" });
export type Scorecard = z.infer<typeof Scorecard>;
