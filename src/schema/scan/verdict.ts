import * as z from "zod";
import { UnitOfAnalysis } from "../corpus/check.ts";
import {
  CheckId,
  Dimension,
  ModelId,
  PackName,
  PrivateMark,
  Role,
  ScenarioId,
  Severity,
  TranscriptId,
} from "../ids.ts";
import { StatementFields, Weight } from "../statement.ts";

export const VERDICT_VERSION = 1;

export const Verdict = z.enum(["PASS", "FAIL", "UNCLEAR", "NOT_APPLICABLE"]);
export type Verdict = z.infer<typeof Verdict>;

/** How a quote was matched: word for word, or by which allowance. */
export const EvidenceTier = z.enum(["exact", "normalized", "fragments", "elided", "none"]);
export type EvidenceTier = z.infer<typeof EvidenceTier>;

export const EvidenceSpan = z.strictObject({
  role: Role,
  turn: z.int().min(1),
  quote: z.string(),
  rationale: z.string(),
  verification: z.strictObject({
    tier: EvidenceTier,
    start: z.int().min(0).optional().meta({ description: "UTF-16 offset in the message's content." }),
    end: z.int().min(0).optional(),
  }),
});
export type EvidenceSpan = z.infer<typeof EvidenceSpan>;

/** Result of one verifier for one check on one transcript: the seed's nine fields. */
export const VerdictResult = z.strictObject({
  mode_id: CheckId,
  eligible: z.boolean(),
  verdict: Verdict,
  severity: Severity,
  primary_bucket: Dimension,
  confidence: z.number().min(0).max(1),
  evidence: z.array(EvidenceSpan),
  scorer_version: z.string(),
  prompt_hash: z
    .string()
    .nullable()
    .meta({ description: "Hash of the prompt template, not of the rendered prompt." }),
});
export type VerdictResult = z.infer<typeof VerdictResult>;

/** Reason why a verdict is not simply the verifier's result. */
export const VerdictCause = z.enum([
  "not_eligible",
  "no_act",
  "suppressed",
  "not_in_profile",
  "no_product",
  "no_duty",
  "notice_outside",
  "no_cue",
  "no_judge",
  "split_vote",
  "void_votes",
  "judged_unclear",
  "nonce_in_text",
  "truncated",
  "silent_reply",
  "incomplete_transcript",
  "route_unavailable",
  "sweep_failed",
  "cue_search_failed",
  "adjudicator_disagrees",
  "injection_suspected",
  "number_elsewhere",
  "number_of_another",
  "number_unknown",
  "secondary_source",
  "people_unclear",
  "people_without_quote",
]);
export type VerdictCause = z.infer<typeof VerdictCause>;

export const VoidCause = z.enum([
  "unparsable",
  "refused",
  "truncated",
  "call_failed",
  "wrong_echo",
  "unverified_quote",
  "unnamed_missing_cue",
  "spans_exchanges",
  "contradicts_itself",
  "no_grounds",
]);
export type VoidCause = z.infer<typeof VoidCause>;

/** Reason for an answer that is missing or cannot be read. */
export const LostCause = VoidCause.extract(["call_failed", "unparsable", "wrong_echo", "truncated"]);
export type LostCause = z.infer<typeof LostCause>;

/** One answer of a judge. A void vote keeps its place in the denominator. */
export const Vote = z.strictObject({
  window: z.int().min(0).meta({ description: "Index into windows." }),
  repetition: z.int().min(1),
  verdict: Verdict.nullable().meta({ description: "null where the vote is void." }),
  void_cause: VoidCause.optional(),
  rationale: z.string(),
  missing_cue: z.string().optional(),
  statement: StatementFields.optional(),
  weight: Weight.exclude(["none"]).optional().meta({
    description: "Of a FAIL of a check that tells grave failures from lesser ones.",
  }),
  evidence: z.array(EvidenceSpan),
  request_hash: z.string(),
});
export type Vote = z.infer<typeof Vote>;

export const VerdictWindow = z.strictObject({
  unit: UnitOfAnalysis,
  first_turn: z.int().min(1),
  last_turn: z.int().min(1),
  cue_turn: z.int().min(1).optional(),
  cue_source: z.enum(["anchor", "risk_trigger", "lexicon", "judge"]).optional(),
  weight: z.literal("lesser").optional().meta({ description: "The FAIL in this window is a lesser one." }),
  sweep: z
    .literal(true)
    .optional()
    .meta({ description: "One search through all replies, without votes; what it found has windows." }),
  verdict: Verdict,
});
export type VerdictWindow = z.infer<typeof VerdictWindow>;

export const RepetitionPolicy = z.enum(["fixed", "first_clear", "decided", "mixed"]);
export type RepetitionPolicy = z.infer<typeof RepetitionPolicy>;

/** A policy for one check, with `mixed` resolved. */
export const CheckPolicy = RepetitionPolicy.exclude(["mixed"]);
export type CheckPolicy = z.infer<typeof CheckPolicy>;

/** Votes of a second judge, asked once about each window that was in doubt. */
export const Adjudication = z.strictObject({
  judge: ModelId,
  verdict: Verdict.nullable().meta({
    description: "Of all its windows, worst first; null if no vote counts.",
  }),
  votes: z.array(Vote),
});
export type Adjudication = z.infer<typeof Adjudication>;

/** Decision of people who were asked blind, and the verdict that it replaced. */
export const PeopleDecision = z.strictObject({
  how: z.enum(["agreed", "adjudicated"]).meta({
    description: "All who labelled it agree, two at least; or they differ, and an adjudicator decided.",
  }),
  labels: z.array(
    z.strictObject({
      annotator: z.string(),
      label: Verdict,
      note: z.string().optional(),
    }),
  ),
  judge: VerdictResult.pick({ verdict: true, confidence: true, evidence: true })
    .extend({
      cause: VerdictCause.optional(),
      looked_by: z.literal("words").optional(),
      adjudication_required: z.boolean(),
    })
    .meta({ description: "The verdict of the scan that the labels are about." }),
});
export type PeopleDecision = z.infer<typeof PeopleDecision>;

/** One line of `verdicts.jsonl`: one for every transcript and check, eligible or not. */
export const VerdictRow = VerdictResult.extend({
  schema_version: z.literal(VERDICT_VERSION),
  transcript_id: TranscriptId,
  model_id: ModelId,
  scenario_id: ScenarioId,
  repeat: z.int().min(1),
  private: PrivateMark,
  pack: PackName.optional(),
  details: z.strictObject({
    route: z.string(),
    cause: VerdictCause.optional().meta({
      description:
        "Of a NOT_APPLICABLE it names what the code knows; where a judge's votes say so, there is none.",
    }),
    rationale_code: z.string().optional(),
    windows: z.array(VerdictWindow),
    votes: z.array(Vote),
    policy: CheckPolicy.nullable(),
    adjudication_required: z.boolean(),
    adjudication: Adjudication.optional(),
    called_by: z.literal("search").optional().meta({
      description:
        "The tags do not call for the check: a search or, without a scenario, a word list does, or a search was lost.",
    }),
    looked_by: z.literal("words").optional().meta({
      description:
        "Only word lists looked: what they are silent about is open where a score counts what nobody established.",
    }),
    candidates: z.int().min(1).optional().meta({
      description: "Replies in which the check's word list found something, whatever came of it.",
    }),
    people: PeopleDecision.optional().meta({
      description: "People decided this verdict. Votes and windows are the judge's.",
    }),
    lesser: z
      .strictObject({
        of: Severity.meta({ description: "The check's own severity." }),
        may_be_grave: z.literal(true).optional().meta({
          description: "Part of the conversation is undecided: a grave failure may be there too.",
        }),
      })
      .optional()
      .meta({ description: "A failure that crosses no line: `severity` is that of a lesser failure." }),
    autofails: z.array(z.string()).min(1).optional().meta({
      description: "Autofail criteria of the scenario that fired on a reply this verdict passed.",
    }),
    injection_suspected: z
      .literal(true)
      .optional()
      .meta({ description: "The assistant's text looks written for a judge." }),
    suppressed_by: z.string().optional(),
    facts: z.array(z.string()).optional().meta({ description: "Ids of the reference facts that decided." }),
  }),
}).meta({ id: "VerdictRow" });
export type VerdictRow = z.infer<typeof VerdictRow>;
