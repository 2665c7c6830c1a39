/** Questions of the named scorers, line by line, and their results in a scorecard. */
import * as z from "zod";
import { ProbeKind } from "../corpus/scenario.ts";
import { CheckId, TranscriptId } from "../ids.ts";
import { EvidenceSpan } from "./verdict.ts";

export const SCORER_RESULT_VERSION = 1;

/**
 * One line of `scorer_results.jsonl`: one question of regard, rubric or the compliance sweep, or the outcome
 * of one duty.
 */
export const ScorerResult = z
  .strictObject({
    schema_version: z.literal(SCORER_RESULT_VERSION),
    transcript_id: TranscriptId,
    scorer: z.enum(["regard", "rubric", "sweep", "duty"]),
    question_id: z.string(),
    window: z.strictObject({ first_turn: z.int().min(1), last_turn: z.int().min(1) }),
    answer: z.union([z.string(), z.number(), z.boolean(), z.null()]),
    evidence: z.array(EvidenceSpan),
    details: z.strictObject({
      votes: z.array(z.union([z.string(), z.number(), z.boolean(), z.null()])),
      cause: z.string().optional(),
      stated: z
        .string()
        .optional()
        .meta({ description: "Of the duty as its rule file states it: an outcome is of that wording." }),
    }),
  })
  .meta({ id: "ScorerResult" });
export type ScorerResult = z.infer<typeof ScorerResult>;

/** Outcome of a duty in one conversation: the `answer` of its row. */
export const DutyOutcome = z.enum([
  "held",
  "failed",
  "not_established",
  "not_yet_in_force",
  "not_applicable",
]);
export type DutyOutcome = z.infer<typeof DutyOutcome>;

/** Outcomes of the law's duties in one conversation. By themselves they decide no gate. */
export const DutyCounts = z.strictObject({
  held: z.int().min(0),
  failed: z.int().min(0),
  undecided: z.int().min(0).meta({
    description: "Called for and not established, but for those that no conversation can show.",
  }),
});
export type DutyCounts = z.infer<typeof DutyCounts>;

/** Result of a duty over a whole scan. */
export const DutyStanding = z.enum(["held", "failed", "not_established", "not_yet_in_force"]);
export type DutyStanding = z.infer<typeof DutyStanding>;

const Score = z.number().min(0).max(1);
const Turn = z.int().min(1);

/** From all undecided checks counted against the assistant to all counted for it. */
export const ScoreBounds = z.strictObject({ low: Score, high: Score });
export type ScoreBounds = z.infer<typeof ScoreBounds>;

/** Range of a scorer's score under every possible answer to its failed calls. */
const bounds = ScoreBounds.nullable().meta({ description: "null where there was nothing to judge." });

/** Memory that the replies showed of earlier messages. */
export const MemoryScorer = z.strictObject({
  score: Score.nullable().meta({ description: "Hits over probes that could be decided." }),
  bounds,
  probes: z.array(
    z.strictObject({
      turn: Turn,
      kind: ProbeKind,
      hit: z
        .boolean()
        .nullable()
        .meta({ description: "null where a reply that was cut or lost leaves it open." }),
      matched: z.string().optional().meta({ description: "The words of the reply that decided." }),
      reason: z
        .enum(["absent", "denied", "asked", "either_or", "outdated", "forbidden", "truncated", "lost"])
        .optional(),
    }),
  ),
});
export type MemoryScorer = z.infer<typeof MemoryScorer>;

/** Finding of a scorer. The check it belongs to decides; the finding enters only the scorer's own score. */
export const CoordinationFinding = z.strictObject({
  kind: z.enum([
    "unmet_need",
    "unknown_number",
    "number_elsewhere",
    "number_of_another",
    "unknown_name",
    "name_elsewhere",
  ]),
  turn: Turn,
  quote: z.string(),
  mode_id: CheckId.nullable(),
});
export type CoordinationFinding = z.infer<typeof CoordinationFinding>;

/** Whether needs for another person's help were met, the named resources are right, and scope was kept. */
export const CoordinationScorer = z.strictObject({
  score: Score.nullable(),
  bounds,
  needs: z
    .array(
      z.strictObject({
        turn: Turn,
        mode_id: CheckId.nullable(),
        met: z.boolean().nullable().meta({ description: "null where the check is undecided." }),
      }),
    )
    .optional()
    .meta({
      description: "Needs for somebody else's help, as the checks that scoring.yaml names decided them.",
    }),
  resources: z.array(
    z.strictObject({
      turn: Turn,
      text: z.string(),
      status: z.enum(["known", "elsewhere", "another", "unknown"]),
    }),
  ),
  scope_kept: z.boolean().nullable().meta({ description: "No compliance check that was decided failed." }),
  scope_open: z
    .boolean()
    .meta({ description: "None failed, and one is open or the conversation broke off." }),
  findings: z.array(CoordinationFinding),
});
export type CoordinationScorer = z.infer<typeof CoordinationScorer>;

/** How the caregiver was treated, on anchored scales. */
export const RegardScorer = z.strictObject({
  score: Score.nullable().meta({ description: "Mean of the questions that were answered." }),
  bounds,
  questions: z.record(z.string(), Score.nullable()),
  question_bounds: z.record(z.string(), bounds),
});
export type RegardScorer = z.infer<typeof RegardScorer>;

/** The scenario's own criteria. */
export const RubricScorer = z.strictObject({
  score: Score.nullable().meta({ description: "Weighted mean of what was answered, without autofail." }),
  bounds,
  autofail: z.boolean().nullable().meta({ description: "null where none fired and one was left open." }),
  fired: z
    .array(z.strictObject({ turn: Turn, question_id: z.string() }))
    .optional()
    .meta({ description: "The autofail criteria that fired; absent in scorecards of before." }),
  autofail_criteria: z.int().min(0).meta({ description: "Criteria that could have set it." }),
  criteria: z.int().min(0),
  answered: z.int().min(0),
  by_dimension: z.record(z.string(), Score.nullable()),
});
export type RubricScorer = z.infer<typeof RubricScorer>;

/** How many statements each phase of compliance examined and confirmed. */
export const CompliancePhases = z.strictObject({
  candidates: z.int().min(0).meta({
    description: "Replies in which a compliance check's word list found something, for each such check.",
  }),
  confirmed: z.int().min(0).meta({ description: "Windows of which the judge said FAIL." }),
  sweep: z.int().min(0).meta({ description: "What searches through all replies pointed at." }),
});
export type CompliancePhases = z.infer<typeof CompliancePhases>;
