import * as z from "zod";

/** What a judge answers to one question of regard or of a rubric. The echoes prove that it read this excerpt and this question. */
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
