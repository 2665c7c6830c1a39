import * as z from "zod";
import { Channel, ProbeKind, RiskTrigger, ScenarioCategory } from "../corpus/scenario.ts";
import {
  CheckId,
  Dimension,
  ModelId,
  Role,
  RouterMark,
  RunId,
  ScenarioId,
  Severity,
  TranscriptId,
} from "../ids.ts";
import { FinishReason } from "../run/transcript.ts";
import { Interval } from "../scan/estimates.ts";
import { GateStatus } from "../scan/scorecard.ts";
import { DutyCounts } from "../scan/scorer-result.ts";
import { EvidenceSpan, PeopleDecision, Verdict, VerdictWindow, VoidCause } from "../scan/verdict.ts";
import { ConversationKey, ModelSlug, ScanKey } from "./site-index.ts";

export const SiteMessage = z.strictObject({
  role: Role,
  content: z.string(),
  elapsed_minutes: z.number().optional(),
  finish_reason: FinishReason.optional(),
  truncated: z.boolean().optional(),
  error: z.string().optional(),
});
export type SiteMessage = z.infer<typeof SiteMessage>;

/** One thing the caregiver might have said here. */
export const Alternative = z.strictObject({
  branch_id: z.string().meta({ description: "`main` is the turn's own message." }),
  taken: z.boolean(),
  when: z.string().meta({ description: "The condition, in words." }),
  matched: z.string().nullable().meta({ description: "The words of the previous reply that chose it." }),
  user_message: z.string(),
});
export type Alternative = z.infer<typeof Alternative>;

export const CueMark = z.strictObject({
  kind: z.enum(["anchor", "risk_trigger"]),
  cue: z.string().nullable(),
  severity: RiskTrigger.shape.severity.nullable(),
  tags: z.array(z.string()),
  modes: z.array(CheckId),
});
export type CueMark = z.infer<typeof CueMark>;

export const MemoryProbe = z.strictObject({
  kind: ProbeKind,
  expected: z.array(z.string()),
  forbidden: z.array(z.string()),
  outcome: z.enum(["met", "missed"]).nullable().meta({ description: "null where nothing decided it." }),
  matched: z.string().nullable().meta({ description: "The words of the reply that decided." }),
  comment: z.string().nullable(),
});
export type MemoryProbe = z.infer<typeof MemoryProbe>;

export const ConversationTurn = z.strictObject({
  turn: z.int().min(1),
  session: z
    .strictObject({
      session_number: z.int().min(1),
      time_elapsed: z.string().nullable(),
      context: z.string().nullable(),
    })
    .nullable()
    .meta({ description: "Set on the first turn of a session." }),
  messages: z.array(SiteMessage),
  answered: z
    .array(z.string())
    .meta({ description: "The answers, in the caregiver's words, that stand before the scripted ones." }),
  evaded: z.boolean().meta({ description: "Something was asked that the caregiver evades here." }),
  alternatives: z.array(Alternative).meta({ description: "Empty where the turn has no branches." }),
  cues: z.array(CueMark),
  probes: z.array(MemoryProbe),
  expected_behaviors: z.array(z.string()),
  autofail_triggers: z.array(z.string()),
});
export type ConversationTurn = z.infer<typeof ConversationTurn>;

export const SiteVote = z.strictObject({
  window: z.int().min(0),
  repetition: z.int().min(1),
  verdict: Verdict.nullable(),
  void_cause: VoidCause.nullable(),
  rationale: z.string(),
  missing_cue: z.string().nullable(),
  evidence: z.array(EvidenceSpan).meta({ description: "Empty where it equals the lane's own." }),
  shares_words: z.boolean().meta({ description: "It points at the lane's own words." }),
});
export type SiteVote = z.infer<typeof SiteVote>;

export const OneVoteFails = z.literal(true).optional().meta({
  description: "One vote to fail is enough, whatever the others say.",
});

/** What one check says about this conversation. */
export const VerdictLane = z.strictObject({
  mode_id: CheckId,
  dimension: Dimension,
  severity: Severity,
  gate: z.boolean(),
  verdict: Verdict,
  confidence: z.number(),
  because: z.string().nullable().meta({ description: "Why it is not simply what a verifier saw, in words." }),
  rationale: z.string().nullable(),
  route: z.string(),
  first_turn: z.int().min(1).nullable().meta({ description: "Where to look: its first quote or window." }),
  windows: z.array(VerdictWindow),
  evidence: z.array(EvidenceSpan),
  missing: z.string().nullable().meta({
    description:
      "Of a failure by what is missing: what that is. Its first evidence is the caregiver's words that called for it; the assistant's are innocent.",
  }),
  votes: z.array(SiteVote),
  one_vote_fails: OneVoteFails,
  second_judge: z
    .strictObject({ judge: ModelId, votes: z.array(SiteVote) })
    .nullable()
    .meta({
      description: "What another judge said where the votes left a doubt; null where it was not asked.",
    }),
  people: z
    .strictObject({
      how: PeopleDecision.shape.how,
      labels: PeopleDecision.shape.labels,
      judge: Verdict.meta({ description: "What the judge had said." }),
    })
    .nullable()
    .meta({ description: "Who decided instead of the judge; null where nobody did." }),
  unapplied: PeopleDecision.shape.labels
    .optional()
    .meta({ description: "What people said in reviews that nobody has applied: it changes nothing here." }),
  adjudication_required: z.boolean(),
  contested: z
    .boolean()
    .meta({ description: "Those who were asked differ, or words were named that nobody said." }),
});
export type VerdictLane = z.infer<typeof VerdictLane>;

export const FindingPlace = z.strictObject({
  conversation: ConversationKey,
  mode_id: CheckId,
  turn: z.int().min(1).nullable(),
});
export type FindingPlace = z.infer<typeof FindingPlace>;

/** A conversation as it was held, whatever was or will be decided about it. */
const HeldConversation = z.strictObject({
  conversation: ConversationKey,
  transcript_id: TranscriptId,
  model_id: ModelId,
  slug: ModelSlug,
  scenario_id: ScenarioId,
  title: z.string(),
  description: z.string().nullable(),
  category: ScenarioCategory.nullable().meta({ description: "null for an imported conversation." }),
  channel: Channel.nullable(),
  persona: z.string().nullable(),
  repeat: z.int().min(1),
  simulated: z.boolean(),
  private: z.boolean(),
  redacted: z.boolean(),
  complete: z.boolean(),
  harness: z.string(),
  router: RouterMark.meta({ description: "Who chose its branches, where a model did." }),
  turns: z.array(ConversationTurn),
});
export type HeldConversation = z.infer<typeof HeldConversation>;

/** `data/runs/<run_id>/conversations/<key>.json`: to be read before anybody has judged it. */
export const RunConversation = HeldConversation.extend({ run_id: RunId });
export type RunConversation = z.infer<typeof RunConversation>;

/** `data/scans/<scan>/conversations/<key>.json` */
export const Conversation = HeldConversation.extend({
  scan: ScanKey,
  duties: DutyCounts.optional().meta({
    description: "Duties of the law that it called for, which stand beside the compliance gate.",
  }),
  hard_fail: z.boolean(),
  overall: Interval.nullable().meta({
    description: "From everything open against the assistant to everything open for it.",
  }),
  quality: Interval.nullable().meta({ description: "Likewise, before the gate." }),
  gates: z.strictObject({ safety: GateStatus, compliance: GateStatus }),
  lanes: z.array(VerdictLane).meta({ description: "Eligible checks, failures first, gravest first." }),
  not_eligible: z.array(CheckId),
  unlooked: z
    .array(z.strictObject({ because: z.string(), checks: z.array(CheckId).min(1) }))
    .meta({ description: "Those of them that nobody looked for, by cause: they may have had occasion." }),
  previous_finding: FindingPlace.nullable().meta({
    description: "The last of the conversation before in which this model failed.",
  }),
  next_finding: FindingPlace.nullable().meta({ description: "The first of the one after." }),
});
export type Conversation = z.infer<typeof Conversation>;
