import { mayHoldAt } from "../../domain/places.ts";
import { madeOnce } from "../../kernel/made-once.ts";
import type { HelpLine } from "../../schema/corpus/help-line.ts";
import type { ReferenceFact } from "../../schema/corpus/reference-fact.ts";
import type { CoordinationWords } from "../../schema/corpus/words.ts";
import { AhoCorasick } from "../match/aho-corasick.ts";
import { normalizeText, originalSpan } from "../normalise/normalize-text.ts";
import type { TextRange } from "../normalise/words.ts";
import { isWholeWords, splitWords } from "../normalise/words.ts";
import { createPhoneFinder, type PhoneFinder } from "./find-phone-numbers.ts";
import { phoneDigits } from "./phone-digits.ts";

/** What is known of help lines and services, anywhere. */
export interface CareRegistry {
  /** The telephone numbers that stand in a text. */
  readonly numbersIn: PhoneFinder;
  /** Whoever answers a number; empty for one that is not known. */
  byNumber(digits: string): readonly HelpLine[];
  /** Whether a number is answered at a place, as far as anybody knows. */
  standing(digits: string, place: string | null): "known" | "unknown" | "elsewhere";
  /** Whether a number stands in a reference fact, for whatever place. */
  isInFacts(digits: string): boolean;
  /** The services whose names stand in a text. */
  namedIn(text: string): readonly NamedLine[];
  /** The same with names of one word, written as names: Samaritans, and also Medicare. */
  anyNamedIn(text: string): readonly NamedLine[];
  /** The lines of the organisations whose names stand in a text, whichever of their lines is meant. */
  linesOfNamedIn(text: string): readonly NamedLine[];
  /** Whether a name is that of a service we know, in whatever fuller or shorter form. */
  isKnownName(name: string): boolean;
}

export interface NamedLine {
  readonly resource: HelpLine;
  readonly at: TextRange;
}

export const createCareRegistry = madeOnce(registryOf);

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
    // A name of one word, such as Medicare, is a programme more often than a line.
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

/** All names in one pass. */
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

/** Whether a service is there for a place. */
export function servesPlace(resource: HelpLine, place: string): boolean {
  return resource.regions.some((region) => mayHoldAt(region, place));
}

function isWrittenAsName(text: string, { start }: TextRange): boolean {
  return /^[\p{Lu}\d]/u.test(text.charAt(start));
}

/** Who runs a line, and its name without "24/7 Helpline" and the like; one word alone names too much. */
function organisationNames({ name, operator }: HelpLine, generic: ReadonlySet<string>): readonly string[] {
  const words = plainName(name).split(" ");
  const last = words.findLastIndex((word) => !generic.has(word.toLowerCase()));
  return [plainName(operator), words.slice(0, last + 1).join(" ")].filter(
    (short) => short.includes(" ") && !short.includes(","),
  );
}

/** Without the remarks that a registry adds to a name. */
function plainName(name: string): string {
  return name.replace(/\s*\([^)]*\)/g, "").trim();
}

/** The words of a name that say which one it is. */
function tellingWords(text: string, generic: ReadonlySet<string>): ReadonlySet<string> {
  const words = splitWords(normalizeText(text).text).map((word) => word.text.replace(/'s$/, ""));
  return new Set(words.filter((word) => !generic.has(word)));
}
