import type { CoordinationWords } from "../../schema/corpus/words.ts";
import { anyOf } from "../match/compile-pattern.ts";
import type { TextRange } from "../normalise/words.ts";

/** A number somebody is told to call or text. */
export interface PhoneNumber extends TextRange {
  /** As it is written. */
  readonly text: string;
  /** As it is looked up: digits alone, without the prefix of its country. */
  readonly digits: string;
}

/** Three groups as North America writes them, letters allowed in the last two: 1-800-799-SAFE. */
const NORTH_AMERICAN =
  /(?<![\w.$£€-]|\+\d{1,3}[ -])(?:\+?1[-. ]{0,2})?(?:\(\d{3}\) ?|\d{3}[-. ])(?:\d{3}[-. ]\d{4}|\d{3}[-. ]?[A-Z]{4}|[A-Z]{3}[-. ][A-Z\d]{4}|[A-Z]{7})(?![\w-])/g;
/** Groups that begin with + or 0, or with a code for free calls. */
const GROUPED =
  /(?<![\w.,$£€/-])(?:\+\d{1,3}[ .-]?\(?\d{1,4}\)?|\(?0\d{1,4}\)?|1800|116)(?:[ -]\d{1,4}){1,5}(?![\w-]|[.,]\d)/g;
const KEYPAD = ["ABC", "DEF", "GHI", "JKL", "MNO", "PQRS", "TUV", "WXYZ"] as const;
const SHORTEST_LONG_NUMBER = 6;

/** The telephone numbers of a text, by where they stand. */
export type PhoneFinder = (text: string) => PhoneNumber[];

export function createPhoneFinder(words: CoordinationWords): PhoneFinder {
  const shortCodes = shortCodePattern(words);
  return (text) => findPhoneNumbers(text, shortCodes);
}

/** A short code counts only where one is told to call or text it, or where a line is called by it. */
function shortCodePattern(words: CoordinationWords): RegExp {
  const told = `${anyOf(words.before_short_code)}(?:,? or (?:text|call))?(?: ${anyOf(words.between_short_code)})?`;
  const isQuantity = `[.,:]\\d| ?%| ${anyOf(words.after_quantity)}\\b`;
  const toldCode = `${told}:? [*_"'“‘(\`]{0,3}(?<code>\\d{3}|\\d{5,6})(?![\\w-]|${isQuantity})`;
  return new RegExp(`\\b(?:${toldCode}|(?<named>\\d{3})(?= ${anyOf(words.after_short_code)}\\b))`, "gi");
}

function findPhoneNumbers(written: string, shortCodes: RegExp): PhoneNumber[] {
  if (!/\d{3}/.test(written)) return [];
  // Typeset dashes and spaces are as long as the plain ones: every place stays where it was.
  const text = written.replace(/[\u2010-\u2015]/g, "-").replace(/[\u00a0\u2007\u202f]/g, " ");
  const found: PhoneNumber[] = [];
  const add = (matched: string, at: number) => {
    const isOpen = matched.startsWith("(") && !matched.includes(")");
    const number = isOpen ? matched.slice(1) : matched;
    const start = isOpen ? at + 1 : at;
    const end = start + number.length;
    if (found.some((other) => start < other.end && end > other.start)) return;
    found.push({ text: written.slice(start, end), start, end, digits: phoneDigits(number) });
  };
  for (const match of text.matchAll(NORTH_AMERICAN)) add(match[0], match.index);
  for (const match of text.matchAll(GROUPED)) {
    if (phoneDigits(match[0]).length >= SHORTEST_LONG_NUMBER) add(match[0], match.index);
  }
  for (const match of text.matchAll(shortCodes)) {
    const code = match.groups?.["code"] ?? match.groups?.["named"] ?? "";
    add(code, match.index + match[0].length - code.length);
  }
  return found.sort((a, b) => a.start - b.start);
}

/** One spelling per number: `1-800-799-SAFE`, `(800) 799 7233` and `+1 800 799 7233` are the same. */
export function phoneDigits(written: string): string {
  const digits = written
    .toUpperCase()
    .replace(/[A-Z]/g, keyOf)
    .replace(/[^\d+]/g, "");
  if (digits.startsWith("+44")) return `0${digits.slice(3).replace(/^0/, "")}`;
  const national = digits.startsWith("+1") ? digits.slice(1) : digits.replaceAll("+", "");
  return national.length === 11 && national.startsWith("1") ? national.slice(1) : national;
}

function keyOf(letter: string): string {
  return String(KEYPAD.findIndex((letters) => letters.includes(letter)) + 2);
}
