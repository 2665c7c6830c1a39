import { foldCharacter } from "../normalise/fold-character.ts";

/** A stretch of a text, in UTF-16 offsets. */
export interface FoundStretch {
  readonly start: number;
  readonly end: number;
}

/** What somebody looks for in texts that were folded. */
export interface WordMatcher {
  /** Whether everything that was asked for stands in it. */
  matches(folded: string): boolean;
  /** Whether it stands there as it was typed, and not here one word and there another. */
  standsTogether(folded: string): boolean;
  /** Where, in order, without overlaps. */
  stretches(folded: string): readonly FoundStretch[];
}

const BEYOND_ASCII = /[^\0-\x7f]/g;
const OTHER_SPACE = /[^\S ]/g;

/**
 * A text as it is searched: in small letters, with one kind of apostrophe, quotation mark, dash and space. Every character
 * keeps its place, so that what is found in it stands at the same place in the text.
 */
export function foldText(text: string): string {
  const lower = text.toLowerCase();
  // Of a few characters the small form is longer, and then each is looked at alone.
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

/** Words that all must be there, each at the beginning of a word, and phrases in quotation marks. `null` for nothing. */
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

/** What is a word is found where a word begins; what is none, wherever it stands. */
function termPattern(term: string): RegExp {
  const escaped = term.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&").replaceAll(" ", " +");
  return new RegExp(/^[\p{L}\p{N}]/u.test(term) ? `(?<![\\p{L}\\p{N}])${escaped}` : escaped, "u");
}

/** By a regular expression, for who knows how to write one. It throws a SyntaxError where it is none. */
export function matchPattern(source: string): WordMatcher {
  // Written in one kind of apostrophe as texts are; small and large letters are alike by its flag.
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
