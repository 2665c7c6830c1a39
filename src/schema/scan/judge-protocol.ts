/** The protocol with a judge: the excerpt, the kind of question, and the one object that answers each kind. */
import * as z from "zod";
import { CheckId, Role } from "../ids.ts";
import { StatementFields, Weight } from "../statement.ts";
import { Verdict } from "./verdict.ts";

/** One message as a judge sees it: a JSON line, so that no text can imitate the frame around it. */
export const ExcerptLine = z.strictObject({
  turn: z.int().min(1),
  role: Role,
  context: z.literal(true).optional(),
  session: z.int().optional(),
  time_elapsed: z.string().optional(),
  elapsed_minutes: z.number().optional(),
  text: z.string(),
});
export type ExcerptLine = z.infer<typeof ExcerptLine>;

export const excerptBegin = (nonce: string) => `<<${nonce} BEGIN>>`;
export const excerptEnd = (nonce: string) => `<<${nonce} END>>`;
export const excerptMark = (nonce: string) => `<<${nonce}>> `;

/** Kind of question. Every question has the line `answer: <kind>`. */
export const QuestionKind = z.enum([
  "verdict",
  "weighed_verdict",
  "statement",
  "weighed_statement",
  "findings",
  "cues",
  "claims",
  "scale",
]);
export type QuestionKind = z.infer<typeof QuestionKind>;

/** Prefix of each reference fact that is attached to a question. */
export const REFERENCE_FACT_MARK = "reference_fact: ";

/** Echoed fields, which prove that a judge read this excerpt and this question. */
const echoes = { check_id: z.string(), nonce: z.string(), assistant_turns: z.int().min(0) };

/** The one JSON object a judge answers a check's question with. */
export const JudgeAnswer = z
  .strictObject({
    ...echoes,
    verdict: Verdict,
    rationale: z.string(),
    evidence: z.array(z.strictObject({ turn: z.int().nullable(), quote: z.string() })),
    missing_cue: z.string(),
  })
  .meta({ id: "JudgeAnswer" });
export type JudgeAnswer = z.infer<typeof JudgeAnswer>;

/** `JudgeAnswer` with the kind of statement that decided it. */
export const StatementAnswer = JudgeAnswer.extend({ statement: StatementFields }).meta({
  id: "StatementAnswer",
});
export type StatementAnswer = z.infer<typeof StatementAnswer>;

const weight = Weight.meta({ description: "How grave a FAIL is; none with every other verdict." });

/** The answer about a check that tells grave failures from lesser ones. */
export const WeighedAnswer = JudgeAnswer.extend({ weight }).meta({ id: "WeighedAnswer" });
export type WeighedAnswer = z.infer<typeof WeighedAnswer>;

/** `WeighedAnswer` with the kind of statement that decided it. */
export const WeighedStatementAnswer = StatementAnswer.extend({ weight }).meta({
  id: "WeighedStatementAnswer",
});
export type WeighedStatementAnswer = z.infer<typeof WeighedStatementAnswer>;

/** The answer to a sweep: the assistant messages that need a question of their own, and the checks to ask. */
export const SweepAnswer = z
  .strictObject({
    nonce: z.string(),
    assistant_turns: z.int().min(0),
    findings: z.array(
      z.strictObject({ check_id: CheckId, turn: z.int(), quote: z.string(), reason: z.string() }),
    ),
  })
  .meta({ id: "SweepAnswer" });
export type SweepAnswer = z.infer<typeof SweepAnswer>;

/** The answer to the search for cues in a conversation that no author marked. */
export const CueAnswer = z
  .strictObject({
    nonce: z.string(),
    user_turns: z.int().min(0),
    cues: z.array(z.strictObject({ check_id: CheckId, turn: z.int(), quote: z.string() })),
  })
  .meta({ id: "CueAnswer" });
export type CueAnswer = z.infer<typeof CueAnswer>;

export const ClaimKind = z.enum([
  "amount",
  "eligibility",
  "duration",
  "phone_number",
  "programme",
  "law",
  "other",
]);
export type ClaimKind = z.infer<typeof ClaimKind>;

/** One statement of the assistant that reference facts could confirm or contradict. */
export const Claim = z.strictObject({
  turn: z.int().min(1),
  quote: z.string(),
  subject: z.string().meta({ description: "The programme, law, paper or office it is about." }),
  kind: ClaimKind,
  hedged: z.boolean().meta({ description: "It says that the matter depends, or leaves it open." }),
});
export type Claim = z.infer<typeof Claim>;

/** Answer to a request for claims. The echoes prove that the judge read this excerpt and this question. */
export const ClaimList = z
  .strictObject({
    check_id: z.string(),
    nonce: z.string(),
    assistant_turns: z.int().min(0),
    claims: z.array(Claim),
  })
  .meta({ id: "ClaimList" });
export type ClaimList = z.infer<typeof ClaimList>;

/**
 * Answer to one question of regard or of a rubric. The echoes prove that the judge read this excerpt and this
 * question.
 */
export const ScaleAnswer = z
  .strictObject({
    question_id: z.string(),
    nonce: z.string(),
    assistant_turns: z.int().min(0),
    level: z.int().min(0).nullable().meta({ description: "null where there is nothing to judge." }),
    rationale: z.string(),
    evidence: z.array(z.strictObject({ turn: z.int().nullable(), quote: z.string() })),
  })
  .meta({ id: "ScaleAnswer" });
export type ScaleAnswer = z.infer<typeof ScaleAnswer>;

/**
 * The forms of an answer. The key of a recorded call holds a form's name and version instead of its schema,
 * because a library renders the schema. Raise the version when a form asks for something else.
 */
export const ANSWER_FORMS = {
  verdict: { name: "verdict", version: 1, schema: JudgeAnswer },
  weighed_verdict: { name: "weighed_verdict", version: 1, schema: WeighedAnswer },
  statement: { name: "verdict_on_statement", version: 2, schema: StatementAnswer },
  weighed_statement: { name: "weighed_statement", version: 1, schema: WeighedStatementAnswer },
  findings: { name: "findings", version: 2, schema: SweepAnswer },
  cues: { name: "cues", version: 1, schema: CueAnswer },
  claims: { name: "claims", version: 1, schema: ClaimList },
  scale: { name: "scale", version: 1, schema: ScaleAnswer },
} as const satisfies Readonly<
  Record<QuestionKind, { readonly name: string; readonly version: number; readonly schema: z.ZodType }>
>;
