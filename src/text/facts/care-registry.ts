import { mayHoldAt } from "../../domain/places.ts";
import { memoize } from "../../kernel/memoize.ts";
import type { HelpLine } from "../../schema/corpus/help-line.ts";
import type { ReferenceFact } from "../../schema/corpus/reference-fact.ts";
import type { CoordinationWords } from "../../schema/corpus/words.ts";
import { AhoCorasick } from "../match/aho-corasick.ts";
import { normalizeText, originalSpan } from "../normalise/normalize-text.ts";
import type { TextRange } from "../normalise/words.ts";
import { isWholeWords, splitWords } from "../normalise/words.ts";
import { createPhoneFinder, type PhoneFinder } from "./find-phone-numbers.ts";
import { phoneDigits } from "./phone-digits.ts";

/** Known help lines and services of all places. */
export interface CareRegistry {
  /** Finds the telephone numbers in a text. */
  readonly numbersIn: PhoneFinder;
  /** Lines with this number; empty for an unknown number. */
  byNumber(digits: string): readonly HelpLine[];
  /** Whether a line with this number serves the place, as far as known. */
  standing(digits: string, place: string | null): "known" | "unknown" | "elsewhere";
  /** Whether any reference fact contains the number, for any place. */
  isInFacts(digits: string): boolean;
  /** Services named in a text. */
  namedIn(text: string): readonly NamedLine[];
  /** Like `namedIn`, plus one-word names with a capital: Samaritans, but also Medicare. */
  anyNamedIn(text: string): readonly NamedLine[];
  /** Lines of the organisations named in a text, for any of their lines. */
  linesOfNamedIn(text: string): readonly NamedLine[];
  /** Whether a name is a fuller or shorter form of a known service's name. */
  isKnownName(name: string): boolean;
}

export interface NamedLine {
  readonly resource: HelpLine;
  readonly at: TextRange;
}

export const createCareRegistry = memoize(registryOf);

function registryOf(
  lines: readonly HelpLine[],
  facts: readonly ReferenceFact[],
  words: CoordinationWords,
): CareRegistry {
  const numbers = new Map<string, HelpLine[]>();
  for (const resource of lines) {
    for (const written of resource.numbers) {
      const digits = phoneDigits(written);
      numbers.set(digits, [...(numbers.get(digits) ?? []), resource]);
    }
  }
  const numbersIn = createPhoneFinder(words, lines);
  const generic = new Set(words.generic_in_names);
  const wordsOf = (text: string) => tellingWords(text, generic);
  const factTexts = facts.map((fact) => `${fact.claim} ${fact.note ?? ""}`);
  const factNumbers = new Set(factTexts.flatMap(numbersIn).map(({ digits }) => digits));
  const names = lines.map((resource) => ({ resource, name: plainName(resource.name) }));
  const findAnyName = createNameFinder(names);
  const organisations = lines.flatMap((resource) =>
    organisationNames(resource, generic).map((name) => ({ resource, name })),
  );
  const findOrganisation = createNameFinder(organisations);
  const knownWords = [...names.map(({ resource }) => wordsOf(resource.name)), ...factTexts.map(wordsOf)];
  return {
    numbersIn,
    byNumber: (digits) => numbers.get(digits) ?? [],
    standing: (digits, place) => {
      const answered = numbers.get(digits) ?? [];
      if (answered.length === 0) return factNumbers.has(digits) ? "known" : "unknown";
      return place === null || answered.some((line) => servesPlace(line, place)) ? "known" : "elsewhere";
    },
    isInFacts: (digits) => factNumbers.has(digits),
    // One-word names such as Medicare are more often a programme than a line.
    namedIn: createNameFinder(names.filter(({ name }) => name.includes(" "))),
    anyNamedIn: (text) => findAnyName(text).filter(({ at }) => isWrittenAsName(text, at)),
    linesOfNamedIn: (text) => findOrganisation(text).filter(({ at }) => isWrittenAsName(text, at)),
    isKnownName: (name) => {
      const telling = [...wordsOf(name)];
      return telling.length === 0 || knownWords.some((known) => telling.every((word) => known.has(word)));
    },
  };
}

type NamedIn = CareRegistry["namedIn"];

/** Finds all names in one pass. */
function createNameFinder(names: readonly { readonly name: string; readonly resource: HelpLine }[]): NamedIn {
  const byName = new Map<string, HelpLine[]>();
  for (const { name, resource } of names) {
    const plain = normalizeText(name).text;
    byName.set(plain, [...(byName.get(plain) ?? []), resource]);
  }
  const phrases = [...byName.keys()];
  const automaton = phrases.length === 0 ? null : new AhoCorasick(phrases);
  return (text) => {
    const normalized = normalizeText(text);
    const found: NamedLine[] = [];
    automaton?.scan(normalized.text, (index, end) => {
      const phrase = phrases[index] ?? "";
      const start = end - phrase.length;
      if (!isWholeWords(normalized.text, start, end)) return;
      const at = originalSpan(normalized, start, end);
      for (const resource of byName.get(phrase) ?? []) found.push({ resource, at });
    });
    return found;
  };
}

export function servesPlace(resource: HelpLine, place: string): boolean {
  return resource.regions.some((region) => mayHoldAt(region, place));
}

function isWrittenAsName(text: string, { start }: TextRange): boolean {
  return /^[\p{Lu}\d]/u.test(text.charAt(start));
}

/** Returns a line's operator and its name without "24/7 Helpline" and the like. One word alone would match too much. */
function organisationNames({ name, operator }: HelpLine, generic: ReadonlySet<string>): readonly string[] {
  const words = plainName(name).split(" ");
  const last = words.findLastIndex((word) => !generic.has(word.toLowerCase()));
  return [plainName(operator), words.slice(0, last + 1).join(" ")].filter(
    (short) => short.includes(" ") && !short.includes(","),
  );
}

/** Removes the remarks that a registry adds to a name. */
function plainName(name: string): string {
  return name.replace(/\s*\([^)]*\)/g, "").trim();
}

/** Words of a name that distinguish it from other names. */
function tellingWords(text: string, generic: ReadonlySet<string>): ReadonlySet<string> {
  const words = splitWords(normalizeText(text).text).map((word) => word.text.replace(/'s$/, ""));
  return new Set(words.filter((word) => !generic.has(word)));
}
