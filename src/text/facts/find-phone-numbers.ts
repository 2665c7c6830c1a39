import { type CountryCode, findPhoneNumbersInText } from "libphonenumber-js/min";
import type { HelpLine } from "../../schema/corpus/help-line.ts";
import type { CoordinationWords } from "../../schema/corpus/words.ts";
import { type NormalizedText, normalizeText, originalSpan } from "../normalise/normalize-text.ts";
import type { TextRange } from "../normalise/words.ts";
import { createShortCodeFinder } from "./find-short-codes.ts";
import { countriesOf, phoneDigits } from "./phone-digits.ts";

/** A number somebody is told to call or text. */
export interface PhoneNumber extends TextRange {
  /** As it is written. */
  readonly text: string;
  /** As it is looked up: digits alone, without the prefix of its country. */
  readonly digits: string;
}

/** The telephone numbers of a text, by where they stand. */
export type PhoneFinder = (text: string) => PhoneNumber[];

/** What every number has, two-one-one with dashes included. */
const HAS_NUMBER = /\d\D?\d\D?\d/;
/** Digits and what may stand between those of one number. */
const DIGIT_RUN = /[+(]?\d[\d()./ -]{5,}\d/g;
/** Groups as North America writes them, whether or not there is such an area. */
const NORTH_AMERICAN = /(?<![\w.$£€-])(?:\+?1[-. ]{0,2})?(?:\(\d{3}\) ?|\d{3}[-. ])\d{3}[-. ]\d{4}(?![\w-])/g;
/** Groups that begin with + or 0, or with a code for free calls, whether or not anybody could have them. */
const GROUPED =
  /(?<![\w.,$£€/-])(?:\+\d{1,3}[ .-]?\(?\d{1,4}\)?|\(?0\d{1,4}\)?|1800|116)(?:[ -]\d{1,4}){1,5}(?![\w-]|[.,]\d)/g;
const SHORTEST_LONG_NUMBER = 6;
/** How numbers of other countries than the first begin where their country is not named. */
const BEGINS_NATIONAL = /^\(?(?:\+|0|1[38])/;
/** Letters of a keypad after a prefix: 1-800-799-SAFE, 1-800-AGE-LINE. */
const LETTERED =
  /(?<![\w-])(?:\+?1[-. ]?)?\(?[2-9]\d{2}\)?[-. ](?=[-. a-z\d]{0,12}[a-z])[a-z\d]{3,9}(?:[-. ][a-z\d]+){0,3}/g;
const FREE_PREFIX = /^\D*(?:1\D*)?8(?:00|33|44|55|66|77|88)\D/;
const LETTERED_LENGTH = 10;

/** Looks for numbers of the countries that the registry of help lines knows, and for its short codes wherever they stand. */
export function createPhoneFinder(words: CoordinationWords, lines: readonly HelpLine[]): PhoneFinder {
  const countries = countriesOf(lines);
  const findShortCodes = createShortCodeFinder(words, lines);
  return (written) => {
    if (!HAS_NUMBER.test(written)) return [];
    const normalized = normalizeText(written);
    const found: TextRange[] = [];
    const add = (range: TextRange) => {
      if (!found.some((other) => range.start < other.end && range.end > other.start)) found.push(range);
    };
    for (const range of longNumbers(normalized.text, countries)) add(range);
    for (const range of letteredNumbers(normalized)) add(range);
    for (const range of findShortCodes(normalized.text)) add(range);
    return found
      .sort((a, b) => a.start - b.start)
      .map(({ start, end }) => {
        const at = originalSpan(normalized, start, end);
        const digits = phoneDigits(normalized.text.slice(start, end));
        return { text: written.slice(at.start, at.end), ...at, digits };
      });
  };
}

/** The library's own finds first, then what has the shape of a number that nobody can have: it may still be given out. */
function longNumbers(text: string, countries: readonly CountryCode[]): TextRange[] {
  const found = Array.from(text.matchAll(DIGIT_RUN)).flatMap(({ 0: run, index }) => {
    if (run.replace(/\D/g, "").length <= SHORTEST_LONG_NUMBER) return [];
    // With a character on each side: the library leaves alone what is part of something else.
    const from = Math.max(0, index - 1);
    return validNumbers(text.slice(from, index + run.length + 1), countries).map(({ start, end }) => ({
      start: from + start,
      end: from + end,
    }));
  });
  for (const { 0: match, index } of text.matchAll(NORTH_AMERICAN))
    found.push(closed(text, { start: index, end: index + match.length }));
  for (const { 0: match, index } of text.matchAll(GROUPED)) {
    if (phoneDigits(match).length >= SHORTEST_LONG_NUMBER)
      found.push(closed(text, { start: index, end: index + match.length }));
  }
  return found;
}

/** Numbers of the first country that has any such; a snippet holds those of one country as a rule. */
function validNumbers(snippet: string, countries: readonly CountryCode[]): TextRange[] {
  for (const [order, defaultCountry] of countries.entries()) {
    const numbers = findPhoneNumbersInText(snippet, { defaultCountry })
      .map(({ startsAt, endsAt }) => withoutListNumber(snippet, { start: startsAt, end: endsAt }))
      .filter(({ start, end }) => order === 0 || BEGINS_NATIONAL.test(snippet.slice(start, end)));
    if (numbers.length > 0) return numbers;
  }
  return [];
}

/** "1. 844-534-4673" is the first of a list, not a number that begins with 1. */
function withoutListNumber(snippet: string, { start, end }: TextRange): TextRange {
  return closed(snippet, { start: snippet.startsWith("1. ", start) ? start + 3 : start, end });
}

/** Without a bracket that nothing in the number closes. */
function closed(text: string, { start, end }: TextRange): TextRange {
  const isOpen = text[start] === "(" && !text.slice(start, end).includes(")");
  return { start: isOpen ? start + 1 : start, end };
}

function letteredNumbers({ text, original, starts, ends }: NormalizedText): TextRange[] {
  return Array.from(text.matchAll(LETTERED)).flatMap(({ 0: match, index }) => {
    const length = letteredLength(match);
    const number = match.slice(0, length);
    if (length === 0 || !/[a-z]/.test(number)) return [];
    const end = index + length;
    const written = original.slice(starts[index], ends[end - 1]);
    // "800 272 find out more" is no number: in small letters it has to be joined, and free to call.
    const isJoined = FREE_PREFIX.test(number) && !/ (?=\S*[a-z])/.test(number);
    return isJoined || !/[a-z]/.test(written) ? [{ start: index, end }] : [];
  });
}

/** How far the groups go until there are enough keys; 0 where there are not. One that runs over is dialled in part. */
function letteredLength(match: string): number {
  let keys = 0;
  for (const group of match.matchAll(/[a-z\d]+/g)) {
    keys += keys === 0 && group[0] === "1" ? 0 : group[0].length;
    if (keys >= LETTERED_LENGTH) return group.index + group[0].length;
  }
  return 0;
}
