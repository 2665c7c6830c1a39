import type { SpellingWords } from "../../schema/corpus/words.ts";
import { anyOf } from "../match/compile-pattern.ts";

interface Spelling {
  readonly text: string;
  /** In capitals the word has another meaning: RN is a nurse, BC a province, NM a state. */
  readonly lowerCaseOnly: boolean;
}

/** Expands text-message words, missing apostrophes and misspelt words. */
export interface Spellings {
  readonly longest: number;
  /** 1 at the hash of every word that may be expanded, so that most words need no string lookup. */
  readonly filter: Uint8Array;
  /** Code units that a slash may follow within a word: "w/", "b/c". */
  readonly beforeSlash: ReadonlySet<number>;
  /** Returns the expansion of a lower-case word, or `undefined` if there is none. */
  spellOut(word: string): Spelling | undefined;
  /**
   * Whether a word may be expanded between `before` and the next two characters `after`.
   * One or two letters beside a mark are initials, units or formulas: U.S., W-2, R&B, 'n'.
   */
  standsAlone(word: string, before: string, after: string): boolean;
}

const FILTER_MASK = 0xffff;

/** A rolling hash of a word's code units. */
export function hashNext(hash: number, code: number): number {
  return (hash * 33 + code) & FILTER_MASK;
}

export function createSpellings(words: SpellingWords): Spellings {
  const contractions = words.contractions.map((word) => [word.replace("'", ""), word] as const);
  const spellings = new Map<string, Spelling>([
    ...entries(words.abbreviations, false),
    ...entries(words.lower_case_abbreviations, true),
    ...entries(words.misspellings, false),
    ...entries(Object.fromEntries(contractions), false),
  ]);
  const filter = new Uint8Array(FILTER_MASK + 1);
  for (const word of spellings.keys()) {
    let hash = 0;
    for (let index = 0; index < word.length; index += 1) hash = hashNext(hash, word.charCodeAt(index));
    filter[hash] = 1;
  }
  const unlessAfter = new Map(
    Object.entries(words.unless_after).map(([word, before]) => [
      word,
      new RegExp(`(?:^| )${anyOf(before)} $`),
    ]),
  );
  return {
    longest: Math.max(...Array.from(spellings.keys(), (word) => word.length)),
    filter,
    beforeSlash: new Set(
      [...spellings.keys()].filter((word) => word[1] === "/").map((word) => word.charCodeAt(0)),
    ),
    spellOut: (word) => spellings.get(word),
    standsAlone(word, before, after) {
      if (/^'[a-z]/i.test(after)) return word === "u";
      if (/\w'$/.test(before)) return false;
      if (unlessAfter.get(word)?.test(before)) return false;
      return word.length > 2 || !(/['\-./&@#$+=]$/.test(before) || /^(?:[/&@+=']|[^ ,]\w)/.test(after));
    },
  };
}

function entries(table: Readonly<Record<string, string>>, lowerCaseOnly: boolean): [string, Spelling][] {
  return Object.entries(table).map(([word, text]) => [word, { text, lowerCaseOnly }]);
}
