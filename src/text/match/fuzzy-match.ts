import { LruCache } from "../../kernel/lru-cache.ts";
import type { Words } from "../../schema/corpus/words.ts";
import { type NormalizedText, normalizeText, originalSpan } from "../normalise/normalize-text.ts";
import { createNegatorTest, type NegatorTest, type TextRange } from "../normalise/words.ts";
import { findPhraseIn } from "./contains-words.ts";
import { editDistance } from "./edit-distance.ts";

interface Token extends TextRange {
  readonly text: string;
  readonly isNumber: boolean;
  /** Compared form: without apostrophes, and numbers without grouping. */
  readonly bare: string;
  /** One bit per letter in `bare`. */
  readonly letters: number;
}

interface Wanted {
  readonly plain: string;
  readonly tokens: readonly Token[];
}

/** "10mg" is a number and a unit; "B12" and "A1C" are one name and match exactly, like numbers. */
const TOKEN = /\d+(?:[.,:/]\d+)*|\p{L}[\p{L}\p{M}\p{N}]*(?:'[\p{L}\p{M}]+)*/gu;
const FILLERS_ALLOWED = 1;
/** Shorter words are one letter away from other words: "dying" from "doing". */
const SHORTEST_MISSPELT = 8;
const LONGEST_ABBREVIATION = 3;
/** More than the number of expected values in a corpus. */
const REMEMBERED_VALUES = 4096;
const wantedValues = new LruCache<Wanted>(REMEMBERED_VALUES);

/** Returns the first place of an expected value that counts, in normalised offsets, or null. */
export type FuzzySearch = (
  expected: string,
  mode: "exact" | "fuzzy",
  counts?: (hit: TextRange) => boolean,
) => TextRange | null;

/** Tests of single normalised words. */
export interface FuzzyTests {
  readonly isNegator: NegatorTest;
  /** Words that never count as a misspelling of another: Tuesday is not Thursday, nor one medicine another. */
  readonly isOwnWord: (word: string) => boolean;
}

export function createFuzzyTests(words: Pick<Words, "exceptions" | "spellings">): FuzzyTests {
  const own = new Set(words.spellings.never_misspelt);
  return {
    isNegator: createNegatorTest(words.exceptions.negation),
    isOwnWord: (word) => own.has(word),
  };
}

/**
 * Searches expected values in one text, which is parsed once. `fuzzy` allows misspelt longer words and one filler word
 * between words of one sentence. Numbers and words of less than eight letters match exactly. A negation is never a
 * filler, and an own word is never a misspelling.
 */
export function fuzzySearchIn(normalized: NormalizedText, tests: FuzzyTests): FuzzySearch {
  let tokens: readonly Token[] | null = null;
  return (expected, mode, counts = () => true) => {
    const { plain, tokens: wanted } = wantedValues.get(expected, wantedOf);
    const exact = findPhraseIn(normalized, plain, counts);
    if (exact !== null || mode === "exact") return exact;
    if (wanted.length === 0) return null;
    tokens ??= tokensOf(normalized.text);
    for (let from = 0; from < tokens.length; from += 1) {
      const last = matchFrom({ text: normalized.text, tokens }, wanted, from, tests);
      const start = tokens[from]?.start;
      if (last !== null && start !== undefined && counts({ start, end: last.end }))
        return originalSpan(normalized, start, last.end);
    }
    return null;
  };
}

function wantedOf(expected: string): Wanted {
  const plain = normalizeText(expected).text;
  return { plain, tokens: tokensOf(plain) };
}

/** Returns the token that matches the last wanted one, if the first matches at `from`. */
function matchFrom(
  { text, tokens }: { readonly text: string; readonly tokens: readonly Token[] },
  wanted: readonly Token[],
  from: number,
  { isNegator, isOwnWord }: FuzzyTests,
): Token | null {
  let fillers = 0;
  let next = 0;
  for (let at = from; at < tokens.length; at += 1) {
    const token = tokens[at];
    const expected = wanted[next];
    if (token === undefined || expected === undefined) return null;
    const before = tokens[at - 1];
    if (next > 0 && before !== undefined && endsSentence(text, before, token)) return null;
    if (isSameToken(token, expected, isOwnWord)) {
      next += 1;
      if (next === wanted.length) return token;
    } else {
      fillers += 1;
      if (next === 0 || fillers > FILLERS_ALLOWED || token.isNumber || isNegator(token.text)) return null;
    }
  }
  return null;
}

/** "Mrs. Delgado" continues; a full stop after a longer word, or a question mark, ends the sentence. */
function endsSentence(text: string, { text: word, end }: Token, { start }: Token): boolean {
  const gap = text.slice(end, start);
  return /[?!]/.test(gap) || (word.length > LONGEST_ABBREVIATION && gap.includes("."));
}

function isSameToken(token: Token, expected: Token, isOwnWord: FuzzyTests["isOwnWord"]): boolean {
  if (token.bare === expected.bare) return true;
  if (token.isNumber || expected.isNumber || isOwnWord(token.text)) return false;
  const limit = editsAllowed(expected.bare.length);
  // One edit removes and adds at most one letter: words that differ in more letters need no closer look.
  if (countBits(token.letters ^ expected.letters) > 2 * limit) return false;
  return editDistance(token.bare, expected.bare, limit) <= limit;
}

function editsAllowed(length: number): number {
  return length < SHORTEST_MISSPELT ? 0 : 2;
}

/** "1,200" is 1200; "1,5" is not 15. */
function withoutGrouping(number: string): string {
  return /^\d{1,3}(?:,\d{3})+$/.test(number) ? number.replaceAll(",", "") : number;
}

function tokensOf(text: string): Token[] {
  return Array.from(text.matchAll(TOKEN), (match) => {
    const [word] = match;
    const isNumber = /\d/.test(word);
    const bare = isNumber ? withoutGrouping(word) : word.replaceAll("'", "");
    return {
      text: word,
      isNumber,
      bare,
      letters: lettersOf(bare),
      start: match.index,
      end: match.index + word.length,
    };
  });
}

function lettersOf(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at += 1) letters |= 1 << (word.charCodeAt(at) & 31);
  return letters;
}

function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}
