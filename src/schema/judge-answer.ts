import * as z from "zod";
import { CheckId } from "./ids.ts";
import { StatementFields, Verdict } from "./verdict.ts";

/** The echoes prove that a judge read this excerpt and this question. */
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

/** The same, with what kind of statement it was decided on. */
export const StatementAnswer = JudgeAnswer.extend({ statement: StatementFields }).meta({
  id: "StatementAnswer",
});
export type StatementAnswer = z.infer<typeof StatementAnswer>;

/** The answer to a sweep: which assistant messages are worth a question of their own. */
export const SweepAnswer = z
  .strictObject({
    ...echoes,
    findings: z.array(z.strictObject({ turn: z.int(), quote: z.string(), reason: z.string() })),
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
