import { mayHoldAt } from "../../domain/places.ts";
import type { ReferenceFact } from "../../schema/corpus/reference-fact.ts";
import type { CareResource, RuleSet } from "../../schema/corpus/rule-set.ts";
import { AhoCorasick } from "../match/aho-corasick.ts";
import { normalizeText, originalSpan } from "../normalise/normalize-text.ts";
import type { TextRange } from "../normalise/words.ts";
import { isWholeWords, splitWords } from "../normalise/words.ts";
import { findPhoneNumbers, phoneDigits } from "./find-phone-numbers.ts";

/** What is known of help lines and services, anywhere. */
export interface CareRegistry {
  /** Whoever answers a number; empty for one that is not known. */
  byNumber(digits: string): readonly CareResource[];
  /** Whether a number stands in a reference fact, for whatever place. */
  isInFacts(digits: string): boolean;
  /** The services whose names stand in a text. */
  namedIn(text: string): readonly { readonly resource: CareResource; readonly at: TextRange }[];
  /** Whether a name is that of a service we know, in whatever fuller or shorter form. */
  isKnownName(name: string): boolean;
}

/** Words that say nothing about which line it is. */
const GENERIC = new Set(
  "the a an and of for at on in your national state local 24 7 24/7 hour free confidential toll line hotline helpline lifeline help care caregiver caregivers carer carers support crisis text family".split(
    " ",
  ),
);

export function createCareRegistry(
  rules: ReadonlyMap<string, RuleSet>,
  facts: readonly ReferenceFact[],
): CareRegistry {
  const resources = new Map<string, CareResource>();
  for (const rule of rules.values()) {
    for (const resource of rule.crisis.resources)
      resources.set(`${resource.name}|${resource.regions.join()}`, resource);
  }
  const numbers = new Map<string, CareResource[]>();
  for (const resource of resources.values()) {
    for (const written of resource.numbers) {
      const digits = phoneDigits(written);
      numbers.set(digits, [...(numbers.get(digits) ?? []), resource]);
    }
  }
  const factTexts = facts.map((fact) => `${fact.claim} ${fact.note ?? ""}`);
  const factNumbers = new Set(factTexts.flatMap(findPhoneNumbers).map(({ digits }) => digits));
  const names = [...resources.values()].map((resource) => ({ resource, name: plainName(resource.name) }));
  const knownWords = [...names.map(({ resource }) => wordsOf(resource.name)), ...factTexts.map(wordsOf)];
  return {
    byNumber: (digits) => numbers.get(digits) ?? [],
    isInFacts: (digits) => factNumbers.has(digits),
    namedIn: createNameFinder(names),
    isKnownName: (name) => {
      const words = [...wordsOf(name)];
      return words.length === 0 || knownWords.some((known) => words.every((word) => known.has(word)));
    },
  };
}

type NamedIn = CareRegistry["namedIn"];

/** All names in one pass. A name of one word, such as Medicare, is a programme more often than a line. */
function createNameFinder(
  names: readonly { readonly name: string; readonly resource: CareResource }[],
): NamedIn {
  const byName = new Map<string, CareResource[]>();
  for (const { name, resource } of names) {
    const plain = normalizeText(name).text;
    if (plain.includes(" ")) byName.set(plain, [...(byName.get(plain) ?? []), resource]);
  }
  const phrases = [...byName.keys()];
  const automaton = phrases.length === 0 ? null : new AhoCorasick(phrases);
  return (text) => {
    const normalized = normalizeText(text);
    const found: { readonly resource: CareResource; readonly at: TextRange }[] = [];
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
export function servesPlace(resource: CareResource, place: string): boolean {
  return resource.regions.some((region) => mayHoldAt(region, place));
}

/** Without the remarks that a registry adds to a name. */
function plainName(name: string): string {
  return name.replace(/\s*\([^)]*\)/g, "").trim();
}

function wordsOf(text: string): ReadonlySet<string> {
  const words = splitWords(normalizeText(text).text).map((word) => word.text.replace(/'s$/, ""));
  return new Set(words.filter((word) => !GENERIC.has(word)));
}
