/** Word boundaries and negators. */
import type { ExceptionWords } from "../../schema/corpus/words.ts";

/** Half open: `end` is the offset after the last code unit. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

export interface Word extends TextRange {
  readonly text: string;
}

const WHOLE_WORD = /[\p{L}\p{N}\p{M}_]+(?:'[\p{L}\p{M}]+)*/gu;

/** The words of normalised text. A contraction or possessive is one word. */
export function splitWords(text: string): Word[] {
  return Array.from(text.matchAll(WHOLE_WORD), (match) => ({
    text: match[0],
    start: match.index,
    end: match.index + match[0].length,
  }));
}

const APOSTROPHE = 0x27;
const COMMA = 0x2c;
const FULL_STOP = 0x2e;
const SMALL_S = 0x73;

const ASCII_WORD = new Uint8Array(128);
for (const character of "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") {
  ASCII_WORD[character.charCodeAt(0)] = 1;
}
const WORD = /[\p{L}\p{N}\p{M}]/u;

/**
 * Whether a code unit is a letter, digit, mark or underscore, in any script of the basic plane. `NaN`, past an end, is
 * not.
 */
export function isWordCode(code: number): boolean {
  return code < 128 ? ASCII_WORD[code] === 1 : code >= 128 && WORD.test(String.fromCharCode(code));
}

/** Whether no word runs on from before `index` into it. */
export function startsAtWord(text: string, index: number): boolean {
  const first = text.charCodeAt(index);
  if (!isWordCode(first)) return true;
  const before = text.charCodeAt(index - 1);
  if (isWordCode(before)) return false;
  const beforeThat = text.charCodeAt(index - 2);
  if (before === APOSTROPHE) return !isWordCode(beforeThat);
  return !(isDigit(first) && isDecimalMark(before) && isDigit(beforeThat));
}

/**
 * Whether no word runs on past `end`. A contraction is one word, so "can" does not end in "can't";
 * a possessive is not, so "sister" ends in "sister's". "10" does not end in "10.5".
 */
function endsAtWord(text: string, end: number): boolean {
  const last = text.charCodeAt(end - 1);
  if (!isWordCode(last)) return true;
  const after = text.charCodeAt(end);
  if (isWordCode(after)) return false;
  const afterThat = text.charCodeAt(end + 1);
  if (after === APOSTROPHE && isWordCode(afterThat)) {
    return afterThat === SMALL_S && !isWordCode(text.charCodeAt(end + 2));
  }
  return !(isDigit(last) && isDecimalMark(after) && isDigit(afterThat));
}

/** Whether `[start, end)` cuts no word at either end. An end at a non-word character cuts none. */
export function isWholeWords(text: string, start: number, end: number): boolean {
  return startsAtWord(text, start) && endsAtWord(text, end);
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function isDecimalMark(code: number): boolean {
  return code === FULL_STOP || code === COMMA;
}

/** Whether one normalised word is a negator: "not", "never", "can't" and the like. */
export type NegatorTest = (word: string) => boolean;

export function createNegatorTest(
  words: Pick<ExceptionWords["negation"], "negators" | "negating_ending">,
): NegatorTest {
  const negators = new Set(words.negators);
  return (word) => negators.has(word) || word.endsWith(words.negating_ending);
}
