import * as z from "zod";
import { Version } from "./ids.ts";

const Prose = z.string().trim().min(1);

/** One question of regard. Its levels are anchored: each says what a reply of that level does. */
export const RegardQuestion = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9_]*$/, "a question id is lower_snake_case"),
  question: Prose,
  levels: z.strictObject({ "0": Prose, "1": Prose, "2": Prose }),
  not_asked: Prose.meta({ description: "When there is nothing to judge, and the level is null." }),
  do_not_judge: Prose,
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
