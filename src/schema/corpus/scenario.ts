import * as z from "zod";
import { CheckId, Jurisdiction, Region, ScenarioId, Tag, Version } from "../ids.ts";

const Prose = z.string().trim().min(1);
const TurnIndex = z.int().min(1);
const BranchId = z.string().regex(/^[a-z][a-z0-9_]*$/, "a branch id is lower_snake_case");
/** Name of the turn's own message at turns where a branch could replace it. */
export const MAIN_BRANCH = "main";
/** Name of the message that is sent if a reply leaves open whether it met a branch's condition. */
export const UNSURE_BRANCH = "unsure";

export const ScenarioCategory = z.enum(["safety", "empathy", "context", "continuity"]);
export type ScenarioCategory = z.infer<typeof ScenarioCategory>;
export const ScenarioStatus = z.enum(["active", "held"]);
export type ScenarioStatus = z.infer<typeof ScenarioStatus>;
export const Channel = z.enum(["chat", "sms"]);
export type Channel = z.infer<typeof Channel>;

/** Topic of a rubric criterion. */
export const ScoringDimension = z.enum([
  "safety",
  "compliance",
  "regard",
  "coordination",
  "memory",
  "boundaries",
]);
export type ScoringDimension = z.infer<typeof ScoringDimension>;

const criterion = {
  id: z.string().regex(/^[a-z][a-z0-9_]*$/, "a criterion id is lower_snake_case"),
  question: Prose,
  dimension: ScoringDimension,
  weight: z.number().positive().optional(),
};

/** One rubric question. Only `ordinal` carries levels, and must. */
export const RubricCriterion = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("binary"), ...criterion }),
  z.strictObject({
    kind: z.literal("autofail"),
    ...criterion,
    trigger: Prose.optional().meta({
      description: "The line of `autofail_triggers` of the same message that it asks about, word for word.",
    }),
  }),
  z.strictObject({
    kind: z.literal("ordinal"),
    ...criterion,
    levels: z
      .record(z.string().regex(/^\d+$/, "levels are numbered 0, 1, 2 …"), Prose)
      .refine((levels) => Object.keys(levels).length >= 2, "an ordinal criterion needs at least two levels"),
  }),
]);
export type RubricCriterion = z.infer<typeof RubricCriterion>;

const expectations = {
  expected_behaviors: z.array(Prose).min(1).optional(),
  autofail_triggers: z.array(Prose).min(1).optional(),
  rubric: z.array(RubricCriterion).min(1).optional(),
};

const Patterns = z.array(z.string().min(1)).min(1);

/**
 * Tried on the assistant's previous reply, normalised. `hears` reads its sentences: denied, reported and
 * quoted statements and questions do not count, and a conditional statement leaves it undecided. The other
 * types match words only.
 */
export const BranchCondition = z.discriminatedUnion("type", [
  z
    .strictObject({
      type: z.literal("hears"),
      when: z.enum(["did", "did_not"]).meta({ description: "What the branch waits for." }),
      said: Patterns.optional().meta({ description: "Patterns of what a reply says that does it." }),
      asked: Patterns.optional().meta({ description: "The same of what it asks the person." }),
      mentioned: Patterns.optional().meta({
        description: "They do it wherever they stand: denied, quoted, in a draft or after an if.",
      }),
      maybe: Patterns.optional().meta({ description: "Alone they leave it open, wherever they stand." }),
      unless: Patterns.optional().meta({
        description: "Said or asked, they mean that it was not done, whatever else was.",
      }),
    })
    .refine(({ said, asked, mentioned }) => (said ?? asked ?? mentioned) !== undefined, {
      message: "a condition that hears needs `said`, `asked` or `mentioned`",
    }),
  z.strictObject({ type: z.literal("contains_any"), values: z.array(Prose).min(1) }),
  z.strictObject({ type: z.literal("contains_all"), values: z.array(Prose).min(1) }),
  z.strictObject({ type: z.literal("not_contains"), values: z.array(Prose).min(1) }),
  z.strictObject({ type: z.literal("regex"), pattern: z.string().min(1) }),
]);
export type BranchCondition = z.infer<typeof BranchCondition>;

export const Branch = z.strictObject({
  branch_id: BranchId.refine((id) => id !== MAIN_BRANCH, "`main` names the turn's own message").refine(
    (id) => id !== UNSURE_BRANCH,
    "`unsure` names the message for a doubtful reply",
  ),
  means: Prose.optional().meta({
    description: "What the reply did, as a person would say it; a router is asked this.",
  }),
  condition: BranchCondition,
  user_message: Prose,
  ...expectations,
});
export type Branch = z.infer<typeof Branch>;

/** Message that is sent if neither a branch nor the turn's own message clearly fits. It presupposes neither. */
export const Bridge = z.strictObject({ user_message: Prose, ...expectations });
export type Bridge = z.infer<typeof Bridge>;

export const ProbeKind = z.enum([
  "recall",
  "abstention",
  "time",
  "multi_session",
  "boundary_check",
  "pronoun_continuity",
]);

const probe = {
  kind: ProbeKind,
  expected: z.array(Prose).min(1).meta({ description: "Any one of them satisfies the probe." }),
  forbidden: z.array(Prose).min(1).optional(),
  match: z.enum(["exact", "fuzzy"]).optional(),
  from_sessions: z.array(z.int().min(1)).min(1).optional(),
  branch_id: BranchId.optional(),
  comment: Prose.optional(),
};
/** A probe on the turn whose reply it examines. */
export const TurnProbe = z.strictObject(probe);
/** A probe at scenario level, which names that turn. */
export const ScenarioProbe = z.strictObject({ t: TurnIndex, ...probe });

export const Turn = z
  .strictObject({
    t: TurnIndex,
    user_message: Prose,
    elapsed_minutes: z.number().min(0).optional().meta({ description: "Minutes since the session began." }),
    ...expectations,
    branches: z.array(Branch).min(1).optional(),
    means: Prose.optional().meta({
      description: "What a reply did that no branch waits for; a router is asked this.",
    }),
    unsure: Bridge.optional(),
    evades: Prose.optional().meta({
      description: "Nothing is answered here: half a sentence with which the person evades what was asked.",
    }),
    facts: z.record(z.string(), Prose).optional(),
    updates: z.record(z.string(), Prose).optional(),
    probes: z.array(TurnProbe).min(1).optional(),
    notes: Prose.optional(),
  })
  .refine((turn) => turn.expected_behaviors !== undefined || turn.rubric !== undefined, {
    message: "a turn needs expected_behaviors or a rubric",
  });
export type Turn = z.infer<typeof Turn>;

export const Session = z.strictObject({
  session_number: z.int().min(1),
  time_elapsed: Prose.meta({ description: "Time since the previous session, in words the model is told." }),
  session_context: Prose.optional(),
  turns: z.array(Turn).min(1),
});
export type Session = z.infer<typeof Session>;

export const Persona = z.strictObject({
  name: Prose,
  age: z.int().min(5).max(120),
  role: Prose,
  care_recipient: Prose,
  care_duration: Prose,
  stressors: z.array(Prose).min(1),
  context: z.record(z.string(), Prose),
  gender: Prose.optional(),
  race_ethnicity: Prose.optional(),
  income_bracket: Prose.optional(),
  primary_language: Prose.optional(),
});

export const RiskTrigger = z.strictObject({
  t: TurnIndex,
  cue: Prose,
  tags: z.array(Tag).min(1),
  severity: z.enum(["low", "medium", "high", "critical"]),
  branch_id: BranchId.optional(),
});
export type RiskTrigger = z.infer<typeof RiskTrigger>;

export const CueAnchor = z
  .strictObject({
    t: TurnIndex,
    tags: z.array(Tag).min(1).optional(),
    modes: z.array(CheckId).min(1).optional(),
    branch_id: BranchId.optional(),
  })
  .refine((anchor) => anchor.tags !== undefined || anchor.modes !== undefined, {
    message: "a cue anchor names tags or modes",
  });
export type CueAnchor = z.infer<typeof CueAnchor>;

const PairName = z.string().regex(/^[a-z][a-z0-9_]*$/, "a pair's name is lower_snake_case");

/** Kind that an answer names to be the fallback: half a sentence with which the person leaves a question. */
export const ANYTHING_ELSE = "anything_else";

/**
 * Something the person can answer, in their own words. It is said once, before the scripted message, if a
 * reply asks for it.
 */
export const Answer = z
  .strictObject({
    answer_id: z.string().regex(/^[a-z][a-z0-9_]*$/, "an answer id is lower_snake_case"),
    to: z.array(z.string()).min(1).optional().meta({
      description:
        "Kinds of questions, from words/questions.yaml; `anything_else` for what is said where no answer fits what was asked.",
    }),
    asked: Patterns.optional().meta({ description: "Patterns of a question that no kind is for." }),
    words: Prose,
    from_turn: TurnIndex.optional().meta({ description: "Not answered before this turn's message." }),
    until_turn: TurnIndex.optional().meta({ description: "Nor after this turn's message." }),
    cues: z
      .array(RiskTrigger.omit({ t: true, branch_id: true }))
      .min(1)
      .optional()
      .meta({ description: "What it tells of dying, harm or danger, as a turn's risk triggers do." }),
  })
  .refine(({ to, asked }) => to !== undefined || asked !== undefined, {
    message: "an answer needs `to` or `asked`",
  });
export type Answer = z.infer<typeof Answer>;

/** A scripted, branching conversation, played with a model. */
export const Scenario = z
  .strictObject({
    $schema: z.string().optional(),
    canary: z.string().min(1),
    scenario_id: ScenarioId,
    version: Version,
    title: Prose,
    description: Prose,
    category: ScenarioCategory,
    status: ScenarioStatus,
    reader_pending: Prose.optional().meta({
      description: "It speaks for people of whom none has read it yet: whose reading is awaited.",
    }),
    channel: Channel,
    jurisdiction: Jurisdiction,
    region: Region.optional(),
    tags: z.array(Tag).optional(),
    failure_mode_tags: z.array(Tag).min(1),
    persona: Persona,
    turns: z.array(Turn).min(1).optional(),
    sessions: z.array(Session).min(1).optional(),
    answers: z.array(Answer).min(1).optional(),
    probes: z.array(ScenarioProbe).min(1).optional(),
    risk_triggers: z.array(RiskTrigger).min(1).optional(),
    cue_anchors: z.array(CueAnchor).min(1).optional(),
    contrast_group: ScenarioId.optional(),
    contrast_variable: z.string().optional(),
    sms_variant_of: ScenarioId.optional(),
    dif_variables: z.array(z.string()).optional(),
    twin_of: ScenarioId.optional(),
    pair: PairName.optional(),
    differs_in: z.string().optional(),
    group: Prose.optional(),
    metadata: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  })
  .refine((scenario) => (scenario.turns === undefined) !== (scenario.sessions === undefined), {
    message: "a scenario has either turns or sessions",
  })
  .refine(
    ({ pair, differs_in, group }) =>
      new Set([pair, differs_in, group].map((key) => key === undefined)).size === 1,
    { message: "pair, differs_in and group belong together" },
  )
  .meta({ id: "Scenario" });
export type Scenario = z.infer<typeof Scenario>;

export const TagDefinition = z.strictObject({
  tag: Tag,
  meaning: z.string().trim().min(1),
  example: z.string().trim().min(1),
  read_by: z.array(z.string()).optional().meta({ description: "Checks that read it; lint compares." }),
});

/** Every tag a scenario may carry (`benchmark/tags.yaml`). */
export const TagList = z.strictObject({ tags: z.array(TagDefinition).min(1) }).meta({ id: "TagList" });
export type TagList = z.infer<typeof TagList>;
