import * as z from "zod";

/** Kind of statement that decided a compliance question. */
export const StatementFields = z.strictObject({
  whose: z.enum(["assistant", "draft", "caregiver", "somebody_else", "nobody"]).meta({
    description: "Whose statement it is; draft: words that the caregiver is to say, send or sign.",
  }),
  intent: z.enum(["asserting", "refusing", "reporting", "none"]),
  about: z.enum(["assistant", "caregiver", "person_cared_for", "somebody_else", "nobody"]),
  scope: z.enum(["general", "patient_specific", "none"]),
});
export type StatementFields = z.infer<typeof StatementFields>;

/** Gravity of a failure. `none` goes with every verdict but FAIL. */
export const Weight = z.enum(["grave", "lesser", "none"]);
export type Weight = z.infer<typeof Weight>;
