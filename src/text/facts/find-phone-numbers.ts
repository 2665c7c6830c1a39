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
const NORTH_AMERICAN =
  /(?<![\w.$£€-]|\+\d{1,3}[ -])(?:\+?1[-. ]{0,2})?(?:\(\d{3}\) ?|\d{3}[-. ])\d{3}[-. ]\d{4}(?![\w-])/g;
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

/** Digits that stand near each other. */
const DIGIT_CLUSTER = /\d(?:.{0,40}?\d)*/g;
/** How far before digits the words stand that make a number of them, and how far behind the letters of one. */
const REACH_BEFORE = 80;
const REACH_BEHIND = 40;

/** The parts of a text that may hold numbers, with the words around them; they cut no word. */
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
 * What has the shape of a number, whether or not anybody can have it: it may still be given out. Then what the library
 * makes of digits that are left, in whatever groups. It is asked last because it is slow.
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
    // With a character on each side: the library leaves alone what is part of something else.
    const from = Math.max(0, index - 1);
    for (const { start, end } of validNumbers(text.slice(from, index + run.length + 1), countries))
      found.push({ start: from + start, end: from + end });
  }
  return found;
}

function countDigits(text: string): number {
  return text.replace(/\D/g, "").length;
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

function letteredNumbers(text: string, writtenAs: (start: number, end: number) => string): TextRange[] {
  return Array.from(text.matchAll(LETTERED)).flatMap(({ 0: match, index }) => {
    const length = letteredLength(match);
    const number = match.slice(0, length);
    if (length === 0 || !/[a-z]/.test(number)) return [];
    const end = index + length;
    // "800 272 find out more" and "988 RIGHT NOW" are no numbers: letters behind a space need capitals and a free prefix.
    const isFree = FREE_PREFIX.test(number);
    const isJoined = !/ (?=\S*[a-z])/.test(number);
    const isCapital = !/[a-z]/.test(writtenAs(index, end));
    return (isJoined && (isFree || isCapital)) || (isFree && isCapital) ? [{ start: index, end }] : [];
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
