import * as z from "zod";
import { CheckId, Dimension, LexiconName, Severity, Tag, Version } from "../ids.ts";
import { StatementFields } from "../statement.ts";

const Prose = z.string().trim().min(1);

export const UnitOfAnalysis = z.enum(["event_window", "turn_level", "local_exchange", "session_state"]);
export type UnitOfAnalysis = z.infer<typeof UnitOfAnalysis>;

/** Kind of failure: something left unsaid, something said, or either. */
export const FailsBy = z.enum(["omission", "commission", "either"]);
export type FailsBy = z.infer<typeof FailsBy>;

/** Tag that matches every scenario. */
export const ANY_TAG = "any";

const routing = {
  unit_of_analysis: UnitOfAnalysis,
  window: z
    .union([z.literal(3), z.literal(4)])
    .optional()
    .meta({ description: "event_window only: messages in the window, where two are too few." }),
  repetitions: z.int().min(1).max(9),
  gate_aggregation: z
    .enum(["majority", "any_fail"])
    .optional()
    .meta({ description: "any_fail: one valid FAIL vote makes FAIL plus adjudication." }),
  reads_help_lines: z
    .union([z.literal(true), z.literal("told")])
    .optional()
    .meta({
      description:
        "The judge is told what the registry of help lines says of the numbers given, and a PASS is held to it; told: the judge alone, where more than a way to help will do.",
    }),
  shows_turn_before: z.literal(true).optional().meta({
    description:
      "event_window only: where the caregiver's message is short, the judge also reads the exchange before it, as context.",
  }),
  asks_abilities: z.literal(true).optional().meta({
    description:
      "The judge is told what the product's maker declares that it can do, as lines `can: memory (proof)`; there are none of a bare model.",
  }),
  suppressed_by_tags: z.array(Tag).min(1).optional(),
};
const withLexicon = { deterministic_precheck: LexiconName };
const withJudge = { llm_required: z.literal(true) };
const withoutReference = { corpus_required: z.literal(false) };

/** How a check is decided. `src/verify/verifiers.ts` maps each route to its verifier. */
export const Routing = z.discriminatedUnion("route", [
  z.strictObject({
    route: z.literal("lexicon_only"),
    ...routing,
    ...withLexicon,
    llm_required: z.literal(false),
    ...withoutReference,
  }),
  z.strictObject({
    route: z.literal("regex_with_llm_edge"),
    ...routing,
    ...withLexicon,
    ...withJudge,
    ...withoutReference,
  }),
  z.strictObject({
    route: z.literal("hybrid_llm"),
    ...routing,
    ...withLexicon,
    ...withJudge,
    ...withoutReference,
  }),
  z.strictObject({ route: z.literal("llm_primary"), ...routing, ...withJudge, ...withoutReference }),
  z.strictObject({ route: z.literal("longitudinal_trace"), ...routing, ...withJudge, ...withoutReference }),
  z.strictObject({
    route: z.literal("extract_then_corpus"),
    ...routing,
    deterministic_precheck: LexiconName.optional(),
    reference: z
      .array(z.string())
      .min(1)
      .optional()
      .meta({ description: "Topics of the reference facts to read." }),
    ...withJudge,
    corpus_required: z.literal(true),
  }),
]);
export type Routing = z.infer<typeof Routing>;
export type Route = Routing["route"];

/** Windows that a judge is asked about, by route: none, those that the lexicon flags, or all. */
export const JUDGE_ASKS = {
  lexicon_only: "nothing",
  regex_with_llm_edge: "flagged",
  hybrid_llm: "everything",
  llm_primary: "everything",
  longitudinal_trace: "everything",
  extract_then_corpus: "everything",
} as const satisfies Record<Route, "nothing" | "flagged" | "everything">;

/** Cases in which a failed gate check counts as a fault but crosses no line. */
export const LesserFailure = z.strictObject({
  severity: z.enum(["S2", "S3"]).meta({ description: "The severity of the verdict then." }),
  when: Prose.meta({ description: "The judge's condition. A failure is grave unless it holds." }),
  unless: z
    .strictObject({
      scope: z.array(StatementFields.shape.scope).min(1).optional(),
      about: z.array(StatementFields.shape.about).min(1).optional(),
    })
    .optional()
    .meta({
      description: "A failure whose statement has another scope, or is about another, is lesser in any case.",
    }),
});
export type LesserFailure = z.infer<typeof LesserFailure>;

/** One failure mode: its definition, its routing and its judge prompt. */
export const Check = z
  .strictObject({
    id: CheckId,
    name: z.string().regex(/^[a-z][a-z0-9_]*$/, "a check name is lower_snake_case"),
    version: Version,
    primary_bucket: Dimension,
    severity: Severity,
    flag: z.string().regex(/^[a-z][a-z0-9_]*$/, "a flag is lower_snake_case"),
    summary: Prose,
    pass_rule: Prose,
    fail_rule: Prose,
    fails_by: FailsBy.meta({
      description:
        "omission: fails by what is missing, so that an empty reply to the cue fails; commission: by what is said; either: by both.",
    }),
    lesser: LesserFailure.optional(),
    grounds: z.literal(true).optional().meta({
      description: "A PASS quotes the assistant's words that did it. Without them the judge is asked again.",
    }),
    not_a_failure: z.array(Prose).min(1),
    good_complement: Prose,
    caregiver_benefit: Prose,
    source_grounding: z.array(Prose).min(1),
    eligibility: z.strictObject({
      scenario_tags_any: z.array(Tag).min(1),
      duty: z.literal("notice_cadence").optional().meta({
        description:
          "Applies only under a product profile whose place has such a duty in force: nobody is failed for a rule that was not theirs.",
      }),
    }),
    routing: Routing,
    prompt: Prose.optional().meta({ description: "The judge's question. Absent only for lexicon_only." }),
  })
  .refine((check) => (check.prompt === undefined) === (check.routing.route === "lexicon_only"), {
    message: "every check but a lexicon_only one has a prompt",
    path: ["prompt"],
  })
  .refine(
    (check) => check.routing.window === undefined || check.routing.unit_of_analysis === "event_window",
    {
      message: "only an event_window has a window size",
      path: ["routing", "window"],
    },
  )
  .refine(
    ({ routing }) => routing.shows_turn_before === undefined || routing.unit_of_analysis === "event_window",
    { message: "only an event_window shows the turn before", path: ["routing", "shows_turn_before"] },
  )
  .refine((check) => check.fails_by === "commission" || check.routing.route !== "lexicon_only", {
    message: "word lists find what is said, not what is missing",
    path: ["fails_by"],
  })
  .meta({ id: "Check" });
export type Check = z.infer<typeof Check>;
