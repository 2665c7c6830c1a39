import { InvalidPatternError } from "./invalid-pattern-error.ts";

/** An escape, with whatever belongs to it, or one other character. */
const PART = /\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|.)|./gsu;

/** A pattern of the corpus, global, to be run on normalised text in any case. `where` names it in the error. */
export function compilePattern(pattern: string, where: string): RegExp {
  try {
    // Normalised text is in lower case: a lower-case pattern needs no `i`, which costs V8 most of its speed.
    return new RegExp(
      pattern.replaceAll(PART, (part) => (part.startsWith("\\") ? part : part.toLowerCase())),
      "gu",
    );
  } catch (cause) {
    throw new InvalidPatternError(pattern, where, cause);
  }
}
