import { foldCharacter } from "../normalise/fold-character.ts";

/** A range of a text, in UTF-16 offsets. */
export interface FoundStretch {
  readonly start: number;
  readonly end: number;
}

/** Finds search words in folded texts. */
export interface WordMatcher {
  /** Whether the text contains all search terms. */
  matches(folded: string): boolean;
  /** Whether the text contains the search as typed, not its words at different places. */
  standsTogether(folded: string): boolean;
  /** Ranges of all matches, in order and without overlaps. */
  stretches(folded: string): readonly FoundStretch[];
}

const BEYOND_ASCII = /[^\0-\x7f]/g;
const OTHER_SPACE = /[^\S ]/g;

/**
 * Folds a text for search: lower case and one kind of apostrophe, quotation mark, dash and space. Every character keeps
 * its offset, so that matches apply to the original text.
 */
export function foldText(text: string): string {
  const lower = text.toLowerCase();
  // For a few characters the lower-case form is longer; then each character is converted alone.
  const small = lower.length === text.length ? lower : text.replace(/./gsu, keepLength(lowerOne));
  return small.replace(BEYOND_ASCII, keepLength(foldCharacter)).replace(OTHER_SPACE, " ");
}

function lowerOne(character: string): string {
  return character.toLowerCase();
}

function keepLength(fold: (character: string) => string): (character: string) => string {
  return (character) => {
    const folded = fold(character);
    return folded.length === character.length ? folded : character;
  };
}

/** Requires every word, each at the start of a word, and quoted phrases. `null` if nothing was typed. */
export function matchWords(typed: string): WordMatcher | null {
  const terms = [...foldText(typed).matchAll(/"([^"]*)"?|[^\s"]+/g)]
    .map(([whole, phrase]) => (phrase ?? whole).trim().replace(/ +/g, " "))
    .filter((term) => term !== "");
  if (terms.length === 0) return null;
  const patterns = [...new Set(terms)].map(termPattern);
  const together = termPattern(terms.join(" "));
  return {
    standsTogether: (folded) => together.test(folded),
    matches: (folded) => patterns.every((pattern) => pattern.test(folded)),
    stretches: (folded) => joinStretches(patterns.flatMap((pattern) => allOf(pattern, folded))),
  };
}

/** A term that starts with a word character matches at word starts; any other term matches anywhere. */
function termPattern(term: string): RegExp {
  const escaped = term.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&").replaceAll(" ", " +");
  return new RegExp(/^[\p{L}\p{N}]/u.test(term) ? `(?<![\\p{L}\\p{N}])${escaped}` : escaped, "u");
}

/** Matches a regular expression; throws SyntaxError if it is invalid. */
export function matchPattern(source: string): WordMatcher {
  // Folds apostrophes as in the searched texts; the flag ignores case.
  const pattern = new RegExp(source.replace(BEYOND_ASCII, keepLength(foldCharacter)), "iu");
  return {
    matches: (folded) => pattern.test(folded),
    standsTogether: () => true,
    stretches: (folded) => joinStretches(allOf(pattern, folded)),
  };
}

function allOf(pattern: RegExp, folded: string): readonly FoundStretch[] {
  return [...folded.matchAll(new RegExp(pattern.source, `${pattern.flags}g`))]
    .filter(([found]) => found !== "")
    .map((match) => ({ start: match.index, end: match.index + match[0].length }));
}

function joinStretches(stretches: readonly FoundStretch[]): readonly FoundStretch[] {
  const joined: { start: number; end: number }[] = [];
  for (const { start, end } of stretches.toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1);
    if (last !== undefined && start < last.end) last.end = Math.max(last.end, end);
    else joined.push({ start, end });
  }
  return joined;
}
