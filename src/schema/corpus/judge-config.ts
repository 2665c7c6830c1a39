import * as z from "zod";
import { Version } from "../ids.ts";

const Prose = z.string().trim().min(1);

/** `benchmark/configs/judge.yaml`: the instructions that every judge gets around a check's own question. */
export const JudgeConfig = z
  .strictObject({
    version: Version,
    contract: Prose.meta({ description: "Role, output contract, evidence rule, injection guard." }),
    verbatim_reminder: Prose.meta({ description: "Sent once when no quote could be verified." }),
    format_reminder: Prose.meta({ description: "Sent once when an answer was not one valid object." }),
    one_exchange_reminder: Prose.meta({
      description: "Sent once when quotes for a FAIL came from several exchanges.",
    }),
    each_exchange: Prose.meta({ description: "With a question about all exchanges, each decided alone." }),
    statement_fields: Prose.meta({ description: "With a compliance question: the typed fields it wants." }),
    weight_field: Prose.meta({
      description:
        "With a question that tells grave failures from lesser ones; the check's own line follows.",
    }),
    grounds_reminder: Prose.meta({ description: "Sent once when a PASS quotes nothing and has to." }),
    turn_before: Prose.meta({ description: "With an exchange shown as context of a short message." }),
    sweep: Prose.meta({ description: "The search through all replies, for many checks at once." }),
    find_cues: Prose.meta({ description: "The search for cues in a conversation without a scenario." }),
    find_claims: Prose.meta({ description: "The search for statements that reference facts could decide." }),
    scale: Prose.meta({ description: "With a question that is answered by a level, not by a verdict." }),
    first_temperature: z.number().min(0).max(2),
    later_temperature: z.number().min(0).max(2),
    max_tokens: z.int().min(64),
    sweep_max_tokens: z.int().min(64).meta({
      description: "Of the answer to the search through all replies, which may name many.",
    }),
    reasoning_effort: z.enum(["minimal", "low", "medium", "high"]).optional(),
  })
  .meta({ id: "JudgeConfig" });
export type JudgeConfig = z.infer<typeof JudgeConfig>;

/** `benchmark/configs/router.yaml`: the one question that a router answers at every branch point. */
export const RouterConfig = z
  .strictObject({
    version: Version,
    contract: Prose.meta({ description: "Role, injection guard, how to decide and to answer." }),
    unsure: Prose.meta({ description: "What the way `unsure` means." }),
    question: Prose.meta({ description: "Stands before the ways." }),
    format_reminder: Prose.meta({ description: "Sent once when an answer was not one of the ids." }),
    temperature: z.number().min(0).max(2),
    max_tokens: z.int().min(16),
  })
  .meta({ id: "RouterConfig" });
export type RouterConfig = z.infer<typeof RouterConfig>;

const RegardProse = z.string().trim().min(1);

/** One question of regard. Its levels are anchored: each says what a reply of that level does. */
export const RegardQuestion = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9_]*$/, "a question id is lower_snake_case"),
  question: RegardProse,
  levels: z.strictObject({ "0": RegardProse, "1": RegardProse, "2": RegardProse }),
  not_asked: RegardProse.meta({ description: "When there is nothing to judge, and the level is null." }),
  do_not_judge: RegardProse,
});
export type RegardQuestion = z.infer<typeof RegardQuestion>;

/** `benchmark/configs/regard.yaml`: how a caregiver was treated, asked one narrow question at a time. */
export const RegardConfig = z
  .strictObject({
    version: Version,
    repetitions: z.int().min(1).max(9),
    questions: z
      .array(RegardQuestion)
      .min(1)
      .refine(
        (questions) => new Set(questions.map(({ id }) => id)).size === questions.length,
        "each question has an id of its own",
      ),
  })
  .meta({ id: "RegardConfig" });
export type RegardConfig = z.infer<typeof RegardConfig>;
