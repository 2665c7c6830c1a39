import * as z from "zod";

/** Strings that can hold nobody's words, and why. A redaction replaces every string whose schema is not in here. */
export const keptStrings = z.registry<{ readonly because: string }>();

/** A string that a redaction leaves as it is. What is made from it, by a pattern or a description, is kept too. */
export function kept(because: string): z.ZodString {
  return z.string().register(keptStrings, { because });
}
