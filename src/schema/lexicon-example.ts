import * as z from "zod";

/** One line of a file that lexicons are measured on: a text, and whether the lexicon ought to find something in it. */
export const LexiconExample = z
  .strictObject({ lexicon: z.string().min(1), text: z.string().min(1), expected: z.boolean() })
  .meta({ id: "LexiconExample" });
export type LexiconExample = z.infer<typeof LexiconExample>;
