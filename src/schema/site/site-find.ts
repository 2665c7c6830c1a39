import * as z from "zod";
import { CheckId, ModelId, Role, ScenarioId, Severity } from "../ids.ts";
import { Verdict } from "../scan/verdict.ts";
import { ConversationKey, ModelSlug, ScanKey } from "./site-index.ts";

/** Words that a verdict rests on, and where they stand. */
export const FindQuote = z.strictObject({
  role: Role,
  turn: z.int().min(1),
  quote: z.string(),
  start: z.int().min(0).optional().meta({ description: "UTF-16 offset in the message's content." }),
  end: z.int().min(0).optional(),
});
export type FindQuote = z.infer<typeof FindQuote>;

/** How the first judge's votes fell; void ones are counted too. */
export const FindVotes = z.strictObject({
  fail: z.int().min(0),
  unclear: z.int().min(0),
  pass: z.int().min(0),
  not_applicable: z.int().min(0),
  void: z.int().min(0),
});
export type FindVotes = z.infer<typeof FindVotes>;

/** What one check decided of one conversation, as far as it can be searched. */
export const FindVerdict = z.strictObject({
  mode_id: CheckId,
  severity: Severity,
  verdict: Verdict,
  turn: z.int().min(1).nullable().meta({ description: "Where to look." }),
  quotes: z.array(FindQuote),
  missing: z.string().nullable(),
  rationales: z.array(z.string()),
  votes: FindVotes,
  contested: z.boolean(),
  label: Verdict.nullable().meta({ description: "What people decided; null where nobody did." }),
});
export type FindVerdict = z.infer<typeof FindVerdict>;

export const FindConversation = z.strictObject({
  conversation: ConversationKey,
  scenario_id: ScenarioId,
  title: z.string(),
  repeat: z.int().min(1),
  messages: z.array(
    z.strictObject({
      turn: z.int().min(1),
      role: Role,
      content: z.string().meta({ description: "As it was said." }),
    }),
  ),
  verdicts: z.array(FindVerdict),
});
export type FindConversation = z.infer<typeof FindConversation>;

/** `data/scans/<scan>/find/<slug>.json`: all that was said to and by one assistant, and all that was decided of it. */
export const FindIndex = z.strictObject({
  scan: ScanKey,
  model_id: ModelId,
  slug: ModelSlug,
  conversations: z.array(FindConversation),
});
export type FindIndex = z.infer<typeof FindIndex>;
