import * as z from "zod";
import { Verdict } from "./verdict.ts";

/** The one JSON object a judge answers with. The echoes prove that it read this excerpt and this question. */
export const JudgeAnswer = z
  .strictObject({
    check_id: z.string(),
    nonce: z.string(),
    assistant_turns: z.int().min(0),
    verdict: Verdict,
    rationale: z.string(),
    evidence: z.array(z.strictObject({ turn: z.int().nullable(), quote: z.string() })),
    missing_cue: z.string(),
  })
  .meta({ id: "JudgeAnswer" });
export type JudgeAnswer = z.infer<typeof JudgeAnswer>;
