import * as z from "zod";
import { Role } from "./ids.ts";

/** One message as a judge sees it: a JSON line, so that nothing in it can look like the frame around it. */
export const ExcerptLine = z.strictObject({
  turn: z.int().min(1),
  role: Role,
  session: z.int().optional(),
  time_elapsed: z.string().optional(),
  elapsed_minutes: z.number().optional(),
  text: z.string(),
});
export type ExcerptLine = z.infer<typeof ExcerptLine>;

export const excerptBegin = (nonce: string) => `<<${nonce} BEGIN>>`;
export const excerptEnd = (nonce: string) => `<<${nonce} END>>`;
export const excerptMark = (nonce: string) => `<<${nonce}>> `;

/** What a judge is asked for: the line `answer: <kind>` stands with every question. */
export const QuestionKind = z.enum(["verdict", "statement", "findings", "cues", "claims", "scale"]);
export type QuestionKind = z.infer<typeof QuestionKind>;

/** Before each reference fact that goes along with a question. */
export const REFERENCE_FACT_MARK = "reference_fact: ";
