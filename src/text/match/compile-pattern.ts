/** Compiles authors' patterns to regular expressions. */
import { textErrors } from "../errors.ts";

/** An escape with its operand, or one other character. */
const PART = /\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|.)|./gsu;

/** Compiles a corpus pattern to a global expression for normalised text, in any case. Errors name `where`. */
export function compilePattern(pattern: string, where: string): RegExp {
  try {
    // Normalised text is in lower case, so a lower-case pattern needs no `i`, which is slow in V8.
    return new RegExp(
      pattern.replaceAll(PART, (part) => (part.startsWith("\\") ? part : part.toLowerCase())),
      "gu",
    );
  } catch (cause) {
    throw textErrors.IB_INVALID_PATTERN(pattern, where, cause);
  }
}

/** A name in braces. With the `u` flag braces have no other meaning, so it cannot be a quantifier. */
const NAME = /\{([a-z][a-z0-9_]*)\}/g;
/** Limit for fragments that use fragments. */
const DEEPEST = 5;

/** Replaces every `{name}` by the fragment of that name. Unknown names stay and make the pattern invalid. */
export function expandFragments(pattern: string, fragments: Readonly<Record<string, string>> = {}): string {
  let expanded = pattern;
  for (let depth = 0; depth < DEEPEST; depth++) {
    const next = expanded.replaceAll(NAME, (whole, name: string) =>
      Object.hasOwn(fragments, name) ? `(?:${fragments[name]})` : whole,
    );
    if (next === expanded) return expanded;
    expanded = next;
  }
  return expanded;
}

/** Joins alternatives into a group for use in a larger expression. */
export function anyOf(patterns: readonly string[]): string {
  return `(?:${patterns.join("|")})`;
}

/** Matches any of these as whole words. */
export function anyWord(patterns: readonly string[], flags = ""): RegExp {
  return new RegExp(`\\b${anyOf(patterns)}\\b`, flags);
}

/** Matches any of these as the whole text. */
export function wholeText(patterns: readonly string[]): RegExp {
  return new RegExp(`^${anyOf(patterns)}$`);
}

/** `*` matches any characters, `?` one, everything else itself. Matches the whole text. */
export function globToRegExp(glob: string): RegExp {
  const source = glob
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replace(/\*/g, ".*")
    .replace(/\?/g, ".");
  return new RegExp(`^${source}$`, "su");
}
