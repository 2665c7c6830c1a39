/** Finds numbers that are too short for phone libraries: 988, 116 123, 741741. */
import type { HelpLine } from "../../schema/corpus/help-line.ts";
import type { CoordinationWords } from "../../schema/corpus/words.ts";
import { anyOf } from "../match/compile-pattern.ts";
import type { TextRange } from "../normalise/words.ts";
import { phoneDigits } from "./phone-digits.ts";

const LONGEST_CODE = 6;
/** Three digits below this are more often a measured value or a count than a number to call. */
const LIKE_A_READING = 300;

/**
 * Finds short codes. A registry code counts anywhere, unless the words beside it make it a quantity. Any other code
 * counts only in an instruction to call or to send a text.
 */
export function createShortCodeFinder(
  words: CoordinationWords,
  lines: readonly HelpLine[],
): (text: string) => TextRange[] {
  const codes = lines
    .flatMap(({ numbers }) => numbers)
    .filter((written) => phoneDigits(written).length <= LONGEST_CODE);
  const known = knownCodes(words, codes);
  const told = toldCodes(words);
  return (text) =>
    [...(known === null ? [] : text.matchAll(known)), ...text.matchAll(told)].map((match) => {
      const code = Object.values(match.groups ?? {}).find((group) => group !== undefined) ?? match[0];
      const start = match.index + match[0].length - code.length;
      return { start, end: start + code.length };
    });
}

function notQuantity(words: CoordinationWords, joined = "-"): string {
  return `(?!\\w|${joined}|[.,:]\\d| ?[%°]| ${anyOf(words.after_quantity)}\\b)`;
}

/** Normalised text has no bold and no typographic dashes, and a web address is not a number. */
function knownCodes(words: CoordinationWords, codes: readonly string[]): RegExp | null {
  if (codes.length === 0) return null;
  // Spoken digit by digit, or in groups: "1-10" is a scale.
  const spelt = (written: string) => {
    const code = phoneDigits(written);
    if (code.length === 3) return `(?:${code}|${[...code].join("-")})`;
    return anyOf([written.split(/\D+/).join("[- ]?"), `${code.slice(0, 3)}[- ]?${code.slice(3)}`]);
  };
  const plain = codes.filter((code) => !isLikeReading(code)).map(spelt);
  const doubtful = codes.filter(isLikeReading).map(spelt);
  // A dash typed without spaces may end the clause.
  const after = `${notQuantity(words, "-\\d")}(?!\\.(?:[a-z]|\\d)|lifeline)`;
  const before = "(?<![\\w.,$£€#+@-]|\\d[/:])";
  const notMeasured = `(?<!\\b${anyOf(words.before_quantity)}:? )(?<![/])`;
  const parts = [
    ...(plain.length === 0 ? [] : [anyOf([...new Set(plain)])]),
    ...(doubtful.length === 0 ? [] : [`${notMeasured}${anyOf([...new Set(doubtful)])}(?!/)`]),
  ];
  return new RegExp(`${before}${anyOf(parts)}${after}`, "g");
}

function isLikeReading(code: string): boolean {
  return /^[1-9]\d\d$/.test(code) && Number(code) < LIKE_A_READING;
}

function toldCodes(words: CoordinationWords): RegExp {
  const told = `${anyOf(words.before_short_code)}(?:,? or (?:text|call))?(?: ${anyOf(words.between_short_code)})?`;
  const texted = `${anyOf(words.texting)} ["']?[a-z\\d]{2,12}["']? to`;
  const mark = "[\"'(]{0,2}";
  return new RegExp(
    `\\b(?:${told}:? ${mark}(?<code>\\d{3}|\\d{5,6}|\\d{3}-\\d{4})|${texted} ${mark}(?<text>\\d{3}|\\d{5,6})|(?<named>\\d{3})(?= ${anyOf(words.after_short_code)}\\b))${notQuantity(words)}`,
    "g",
  );
}
