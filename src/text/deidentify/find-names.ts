/** Finds names of people who are introduced or addressed or who sign, and every other mention of them. */
import { FIRST_NAMES } from "./first-names.ts";
import type { FoundIdentifier, GivenIdentifier, SaidText } from "./identifier.ts";
import {
  ADDRESS_OF_THE_WEB,
  ADDRESSES,
  IN_A_PERSONS_PLACE,
  NAMES_SOMEBODY,
  PLACE,
  SAYS_OWN_NAME,
  SIGNED_BELOW,
  SIGNS,
  SMALL_WORD,
  SPOKEN_TO,
  WRITTEN_SMALL,
} from "./name-patterns.ts";
import {
  BEFORE_MONTHS,
  BEHIND_WORDS,
  LIKE_A_MEDICINE,
  NOT_NAMES,
  OF_ORGANISATIONS,
  WORDS_TOO,
} from "./name-words.ts";

/** Words that announce a name written without its capital, among the last few words before it. */
const LEADS_TO_NAME = new Set([
  "my",
  "his",
  "her",
  "our",
  "their",
  "im",
  "i'm",
  "i",
  "name",
  "named",
  "called",
]);
const REACH = 4;

/** The family name in "my name is walter hughes". */
const SMALL_FULL_NAME = /\bname(?:['’]?s| is) (?<first>\p{Ll}{2,}) (?<is>\p{Ll}{3,})(?![\p{L}'’-])/gu;
const WORD = /[\p{L}\p{M}]+(?:['’-](?!s\b)[\p{L}\p{M}]+)*/gu;

/** Returns every name in these messages, part by part. */
export function findNames(
  messages: readonly SaidText[],
  given: readonly GivenIdentifier[],
): readonly (readonly FoundIdentifier[])[] {
  const known = new Map<string, { readonly small: boolean }>();
  const learn = (part: string, small: boolean) => {
    const name = fold(part);
    if (name.length > 1) known.set(name, { small: small || (known.get(name)?.small ?? false) });
  };
  for (const { kind, text } of given) {
    if (kind !== "name") continue;
    for (const [part] of text.matchAll(WORD)) if (!NOT_NAMES.has(fold(part))) learn(part, true);
  }
  const small = new Set(
    messages.flatMap(({ content }) => content.replaceAll(ADDRESS_OF_THE_WEB, " ").match(SMALL_WORD) ?? []),
  );
  const places = new Set(
    messages.flatMap(({ content }) =>
      Array.from(content.matchAll(PLACE), ({ groups }) => fold(groups?.["is"] ?? "")),
    ),
  );
  const isNoName = (word: string) =>
    small.has(fold(word)) || places.has(fold(word)) || LIKE_A_MEDICINE.test(fold(word));
  for (const message of messages) {
    for (const [part, isSmall] of introducedIn(message, isNoName)) learn(part, isSmall);
  }
  for (const { content } of messages)
    for (const part of companionsIn(content, known)) if (!isNoName(part)) learn(part, false);
  return messages.map(({ content }) => namedIn(content, known));
}

/** Finds names joined to a known name ("Rosa and Chayo") and the rest of a name ("Falade, Oyinda Falade"). */
function companionsIn(content: string, known: ReadonlyMap<string, unknown>): readonly string[] {
  const words = Array.from(content.matchAll(WORD));
  const isKnown = (at: number) =>
    known.has(fold(words[at]?.[0] ?? "")) && /^\p{Lu}/u.test(words[at]?.[0] ?? "");
  const isNext = (at: number) => {
    const [first, second] = [words[at], words[at + 1]];
    return first !== undefined && second !== undefined && second.index === first.index + first[0].length + 1;
  };
  const joins = (at: number) => /^(?:and|or)$/.test(words[at]?.[0] ?? "") && isNext(at) && isNext(at - 1);
  return words.flatMap((match, at) => {
    const [word] = match;
    if (!isPart(word) || WORDS_TOO.has(fold(word)) || known.has(fold(word))) return [];
    // The first word of a sentence has a capital anyway.
    const isInside = isNext(at - 1) || /[,;(]\s$/.test(content.slice(0, match.index));
    const isBeside = (isKnown(at - 1) && isNext(at - 1)) || (isKnown(at + 1) && isNext(at) && isInside);
    const isJoined = (joins(at - 1) && isKnown(at - 2)) || (joins(at + 1) && isKnown(at + 2));
    return (isBeside || isJoined) && !isOfOrganisation(content, words, at) ? [word] : [];
  });
}

function namesBy(pattern: RegExp, content: string): readonly string[] {
  return Array.from(content.matchAll(pattern), ({ groups }) => groups?.["is"] ?? groups?.["end"] ?? "");
}

/** @param isNoName whether the conversation also has the word without a capital, or as a place */
function introducedIn(
  { role, content }: SaidText,
  isNoName: (word: string) => boolean,
): readonly (readonly [string, boolean])[] {
  const patterns = [...NAMES_SOMEBODY, ...(role === "user" ? [...SAYS_OWN_NAME, ...SIGNS] : ADDRESSES)];
  const introduced = patterns.flatMap((each) => namesBy(each, content));
  const unintroduced = [
    ...IN_A_PERSONS_PLACE,
    ...(role === "assistant" ? [SPOKEN_TO] : []),
    SIGNED_BELOW,
  ].flatMap((each) => namesBy(each, content));
  return [
    ...introduced.flatMap((names) => partsOf(names)).map((part) => [part, false] as const),
    ...unintroduced
      .flatMap((names) => partsOf(names))
      .filter((part) => !WORDS_TOO.has(fold(part)) && !isNoName(part))
      .map((part) => [part, false] as const),
    ...smallNamesIn(content).map((part) => [part, true] as const),
    ...Array.from(content.matchAll(SMALL_FULL_NAME), ({ groups }) => groups ?? {})
      .filter(({ first = "", is = "" }) => isFirstName(first) && !NOT_NAMES.has(is) && !WORDS_TOO.has(is))
      .map(({ is = "" }) => [is, true] as const),
    ...firstNamesIn(content).map((part) => [part, false] as const),
  ];
}

/** Splits "Rosa M. Delgado and Hector" into its name parts; returns none if the text is an organisation. */
function partsOf(names: string): readonly string[] {
  return names.split(/,? (?:and|&) |, /).flatMap((name) => {
    const words = Array.from(name.matchAll(WORD), ([word]) => word);
    const end = words.findIndex((word) => !isPart(word) && !/^\p{Ll}|^\p{Lu}$/u.test(word));
    const stopped = end < 0 ? undefined : words[end];
    if (stopped !== undefined && OF_ORGANISATIONS.has(fold(stopped))) return [];
    return (end < 0 ? words : words.slice(0, end)).filter(isPart);
  });
}

function isPart(word: string): boolean {
  if (!/^\p{Lu}['’]?\p{L}/u.test(word) || /['’](?:ve|re|ll|d|m|t)$/.test(word)) return false;
  if (
    [word, ...word.split("-")].some((part) => NOT_NAMES.has(fold(part)) || OF_ORGANISATIONS.has(fold(part)))
  )
    return false;
  // All-capital words are more often shouted than names.
  return /\p{Ll}/u.test(word) || isFirstName(word);
}

function isFirstName(word: string): boolean {
  const name = fold(word);
  return FIRST_NAMES.has(name) && !WORDS_TOO.has(name) && !NOT_NAMES.has(name);
}

/** Finds given names that need no introduction, with the family names after them. */
function firstNamesIn(content: string): readonly string[] {
  const words = Array.from(content.matchAll(WORD));
  return words.flatMap((match, index) => {
    const [word] = match;
    if (!/^\p{Lu}/u.test(word) || !isFirstName(word) || isOfOrganisation(content, words, index)) return [];
    const family: string[] = [];
    for (const next of words.slice(index + 1, index + 4)) {
      const before = words[index + family.length];
      const between = content.slice((before?.index ?? 0) + (before?.[0].length ?? 0), next.index);
      if (!/^["”’]? (?:\p{Lu}\. )?["“‘]?$/u.test(between) || !isPart(next[0])) break;
      family.push(next[0]);
    }
    return [word, ...family];
  });
}

/** Finds lower-case names: words that are almost only names, after a cue or in texts without any capitals. */
function smallNamesIn(content: string): readonly string[] {
  const hasCapitals = /\p{Lu}/u.test(content.replaceAll(/\bI\b/g, ""));
  const words = Array.from(content.matchAll(WORD), ([word]) => word);
  const unknown = hasCapitals ? [] : WRITTEN_SMALL.flatMap((each) => namesBy(each, content));
  const isWord = (word: string) => NOT_NAMES.has(word) || WORDS_TOO.has(word) || word.endsWith("ly");
  const known = words.filter(
    (word, index) =>
      /^\p{Ll}/u.test(word) &&
      isFirstName(word) &&
      (!hasCapitals ||
        words.slice(Math.max(0, index - REACH), index).some((before) => LEADS_TO_NAME.has(fold(before)))),
  );
  return [...known, ...unknown.filter((word) => !isWord(word))];
}

function namedIn(
  content: string,
  known: ReadonlyMap<string, { readonly small: boolean }>,
): FoundIdentifier[] {
  const words = Array.from(content.matchAll(WORD));
  return words.flatMap((match, index): FoundIdentifier[] => {
    const [word] = match;
    const name = known.get(fold(word));
    if (name === undefined || !isNamed(content, words, index, name.small)) return [];
    return [{ kind: "name", start: match.index, end: match.index + word.length }];
  });
}

/** Whether a word that is a known name is used as a name here. */
function isNamed(content: string, words: readonly RegExpExecArray[], index: number, small: boolean): boolean {
  const match = words[index];
  if (match === undefined) return false;
  const name = fold(match[0]);
  if (!/^\p{Lu}/u.test(match[0])) return small && !WORDS_TOO.has(name);
  if (isOfOrganisation(content, words, index)) return false;
  if (!WORDS_TOO.has(name)) return true;
  const next = words[index + 1];
  const isFollowed =
    next !== undefined && /^\s+$/.test(content.slice(match.index + match[0].length, next.index));
  const before = words[index - 1];
  const isFirst = before === undefined || /[.!?\n:"“]/.test(content.slice(before.index, match.index));
  if (isFirst) return !(isFollowed && BEHIND_WORDS.has(fold(next[0])));
  const isMonth =
    BEFORE_MONTHS.has(fold(before[0])) || /^ \d/.test(content.slice(match.index + match[0].length));
  return !isMonth;
}

const SAINTS = /^(?:st|saint|san|santa|lake|mount|fort|port)$/;

function isOfOrganisation(content: string, words: readonly RegExpExecArray[], index: number): boolean {
  const before = words[index - 1];
  const match = words[index];
  if (match === undefined) return false;
  if (before !== undefined && SAINTS.test(fold(before[0])) && match.index - before.index < 9) return true;
  // "Rosa's" splits into "Rosa" and "s" here; an organisation's name may continue for up to three words.
  const behind = content.slice(match.index + match[0].length, match.index + match[0].length + 60);
  const run = /^(?:['’]s)?((?: (?:\p{Lu}[\p{L}'’-]*|of|and|&)){1,3})/u.exec(behind)?.[1] ?? "";
  return run
    .split(" ")
    .filter((word) => /^\p{Lu}/u.test(word))
    .some((word) => OF_ORGANISATIONS.has(fold(word)));
}

function fold(word: string): string {
  return word.toLowerCase().replaceAll("’", "'");
}
