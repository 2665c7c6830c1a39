import * as z from "zod";

/** Strings that cannot contain a person's words, each with the reason. A redaction replaces every other string. */
export const keptStrings = z.registry<{ readonly because: string }>();

/** A string that a redaction leaves as it is. Schemas derived from it, by a pattern or a description, are kept too. */
export function kept(because: string): z.ZodString {
  return z.string().register(keptStrings, { because });
}
