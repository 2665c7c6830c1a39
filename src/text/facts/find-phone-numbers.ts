import { type CountryCode, findPhoneNumbersInText } from "libphonenumber-js/min";
import type { HelpLine } from "../../schema/corpus/help-line.ts";
import type { CoordinationWords } from "../../schema/corpus/words.ts";
import { type NormalizedText, normalizeText, originalSpan } from "../normalise/normalize-text.ts";
import type { TextRange } from "../normalise/words.ts";
import { createShortCodeFinder } from "./find-short-codes.ts";
import { countriesOf, phoneDigits } from "./phone-digits.ts";

/** A number that a text gives to call or to send messages to. */
export interface PhoneNumber extends TextRange {
  /** The number as written. */
  readonly text: string;
  /** Lookup form: digits only, without the country prefix. */
  readonly digits: string;
}

/** Finds telephone numbers in order of position. */
export type PhoneFinder = (text: string) => PhoneNumber[];

/** Every number has this, including two-one-one with dashes. */
const HAS_NUMBER = /\d\D?\d\D?\d/;
/** Digits and the characters allowed between the digits of one number. */
const DIGIT_RUN = /[+(]?\d[\d()./ -]{5,}\d/g;
/** North American grouping, also for area codes that do not exist. */
const NORTH_AMERICAN =
  /(?<![\w.$£€-]|\+\d{1,3}[ -])(?:\+?1[-. ]{0,2})?(?:\(\d{3}\) ?|\d{3}[-. ])\d{3}[-. ]\d{4}(?![\w-])/g;
/** Groups that begin with +, 0 or a free-call prefix, also for numbers that do not exist. */
const GROUPED =
  /(?<![\w.,$£€/-])(?:\+\d{1,3}[ .-]?\(?\d{1,4}\)?|\(?0\d{1,4}\)?|1800|116)(?:[ -]\d{1,4}){1,5}(?![\w-]|[.,]\d)/g;
const SHORTEST_LONG_NUMBER = 6;
/** Prefixes of numbers outside the first country, written without a country code. */
const BEGINS_NATIONAL = /^\(?(?:\+|0|1[38])/;
/** Letters of a keypad after a prefix: 1-800-799-SAFE, 1-800-AGE-LINE. */
const LETTERED =
  /(?<![\w-])(?:\+?1[-. ]?)?\(?[2-9]\d{2}\)?[-. ](?=[-. a-z\d]{0,12}[a-z])[a-z\d]{3,9}(?:[-. ][a-z\d]+){0,3}/g;
const FREE_PREFIX = /^\D*(?:1\D*)?8(?:00|33|44|55|66|77|88)\D/;
const LETTERED_LENGTH = 10;

/** Finds numbers of the countries in the help-line registry, and the registry's short codes anywhere. */
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
    for (const zone of digitZones(normalized.text)) {
      const text = normalized.text.slice(zone.start, zone.end);
      for (const range of [
        ...longNumbers(text, countries),
        ...letteredNumbers(text, (from, to) => writtenAt(normalized, zone.start + from, zone.start + to)),
        ...findShortCodes(text),
      ])
        add({ start: zone.start + range.start, end: zone.start + range.end });
    }
    return found
      .sort((a, b) => a.start - b.start)
      .map(({ start, end }) => {
        const at = originalSpan(normalized, start, end);
        const digits = phoneDigits(normalized.text.slice(start, end));
        return { text: written.slice(at.start, at.end), ...at, digits };
      });
  };
}

/** Digits that are close together. */
const DIGIT_CLUSTER = /\d(?:.{0,40}?\d)*/g;
/** Search reach: before digits for words that mark a number, and after digits for keypad letters. */
const REACH_BEFORE = 80;
const REACH_BEHIND = 40;

/** Parts of a text that may hold numbers, with the words around them; never cuts a word. */
function digitZones(text: string): TextRange[] {
  const zones: TextRange[] = [];
  for (const { 0: cluster, index } of text.matchAll(DIGIT_CLUSTER)) {
    if (!HAS_NUMBER.test(cluster)) continue;
    const before = text.lastIndexOf(" ", Math.max(0, index - REACH_BEFORE));
    const behind = text.indexOf(" ", index + cluster.length + REACH_BEHIND);
    zones.push({ start: Math.max(0, before), end: behind < 0 ? text.length : behind });
  }
  return zones;
}

function writtenAt({ original, starts, ends }: NormalizedText, start: number, end: number): string {
  return original.slice(starts[start], ends[end - 1]);
}

/**
 * Finds text with the shape of a number, assigned or not, because it may still be given out. The phone library then
 * reads the remaining digits in any grouping. It runs last because it is slow.
 */
function longNumbers(text: string, countries: readonly CountryCode[]): TextRange[] {
  const found: TextRange[] = [];
  for (const { 0: match, index } of text.matchAll(NORTH_AMERICAN))
    found.push(withoutListNumber(text, { start: index, end: index + match.length }));
  for (const { 0: match, index } of text.matchAll(GROUPED)) {
    if (phoneDigits(match).length >= SHORTEST_LONG_NUMBER)
      found.push(closed(text, { start: index, end: index + match.length }));
  }
  const shapes = [...found];
  for (const { 0: run, index } of text.matchAll(DIGIT_RUN)) {
    const inShapes = shapes
      .filter(({ start, end }) => start < index + run.length && end > index)
      .map(({ start, end }) => countDigits(text.slice(start, end)));
    if (countDigits(run) - Math.max(0, ...inShapes) <= SHORTEST_LONG_NUMBER) continue;
    // Includes one character on each side: the library ignores numbers that are part of other text.
    const from = Math.max(0, index - 1);
    for (const { start, end } of validNumbers(text.slice(from, index + run.length + 1), countries))
      found.push({ start: from + start, end: from + end });
  }
  return found;
}

function countDigits(text: string): number {
  return text.replace(/\D/g, "").length;
}

/** Returns numbers of the first country that has any; a snippet usually holds numbers of one country. */
function validNumbers(snippet: string, countries: readonly CountryCode[]): TextRange[] {
  for (const [order, defaultCountry] of countries.entries()) {
    const numbers = findPhoneNumbersInText(snippet, { defaultCountry })
      .map(({ startsAt, endsAt }) => withoutListNumber(snippet, { start: startsAt, end: endsAt }))
      .filter(({ start, end }) => order === 0 || BEGINS_NATIONAL.test(snippet.slice(start, end)));
    if (numbers.length > 0) return numbers;
  }
  return [];
}

/** Drops a list number: "1. 844-534-4673" does not begin with 1. */
function withoutListNumber(snippet: string, { start, end }: TextRange): TextRange {
  return closed(snippet, { start: snippet.startsWith("1. ", start) ? start + 3 : start, end });
}

/** Drops an opening bracket that the number does not close. */
function closed(text: string, { start, end }: TextRange): TextRange {
  const isOpen = text[start] === "(" && !text.slice(start, end).includes(")");
  return { start: isOpen ? start + 1 : start, end };
}

function letteredNumbers(text: string, writtenAs: (start: number, end: number) => string): TextRange[] {
  return Array.from(text.matchAll(LETTERED)).flatMap(({ 0: match, index }) => {
    const length = letteredLength(match);
    const number = match.slice(0, length);
    if (length === 0 || !/[a-z]/.test(number)) return [];
    const end = index + length;
    // "800 272 find out more" and "988 RIGHT NOW" are not numbers: letters after a space need capitals and a free
    // prefix.
    const isFree = FREE_PREFIX.test(number);
    const isJoined = !/ (?=\S*[a-z])/.test(number);
    const isCapital = !/[a-z]/.test(writtenAs(index, end));
    return (isJoined && (isFree || isCapital)) || (isFree && isCapital) ? [{ start: index, end }] : [];
  });
}

/** Length of the groups until there are enough keys; 0 if there are too few. Extra letters are not dialled. */
function letteredLength(match: string): number {
  let keys = 0;
  for (const group of match.matchAll(/[a-z\d]+/g)) {
    keys += keys === 0 && group[0] === "1" ? 0 : group[0].length;
    if (keys >= LETTERED_LENGTH) return group.index + group[0].length;
  }
  return 0;
}
