/** Patterns as authors write them, made into regular expressions. */
import { textErrors } from "../errors.ts";

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
    throw textErrors.IB_INVALID_PATTERN(pattern, where, cause);
  }
}

/** A name in braces. With the `u` flag braces mean nothing else, so it cannot be taken for a quantifier. */
const NAME = /\{([a-z][a-z0-9_]*)\}/g;
/** Fragments may use fragments, but not endlessly. */
const DEEPEST = 5;

/** A pattern with every `{name}` replaced by the fragment of that name. Unknown names stay, and are no pattern. */
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

/** Any of these alternatives, to be put into a larger expression. */
export function anyOf(patterns: readonly string[]): string {
  return `(?:${patterns.join("|")})`;
}

/** Any of these as whole words of a text. */
export function anyWord(patterns: readonly string[], flags = ""): RegExp {
  return new RegExp(`\\b${anyOf(patterns)}\\b`, flags);
}

/** Any of these as the whole of a text. */
export function wholeText(patterns: readonly string[]): RegExp {
  return new RegExp(`^${anyOf(patterns)}$`);
}

/** `*` stands for any characters, `?` for one; everything else for itself. Matches the whole text. */
export function globToRegExp(glob: string): RegExp {
  const source = glob
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replace(/\*/g, ".*")
    .replace(/\?/g, ".");
  return new RegExp(`^${source}$`, "su");
}
