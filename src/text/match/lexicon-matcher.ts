import { LruCache } from "../../kernel/lru-cache.ts";
import { compareText } from "../../kernel/order.ts";
import type { Lexicon } from "../../schema/corpus/lexicon.ts";
import type { Words } from "../../schema/corpus/words.ts";
import type { LexiconName, Role } from "../../schema/ids.ts";
import { type NormalizedText, normalizeText, originalSpan } from "../normalise/normalize-text.ts";
import { Sentences } from "../normalise/sentences.ts";
import { createSpellings, type Spellings } from "../normalise/sms-spellings.ts";
import type { TextRange } from "../normalise/words.ts";
import { isWholeWords } from "../normalise/words.ts";
import { AhoCorasick } from "./aho-corasick.ts";
import { expandFragments } from "./compile-pattern.ts";
import { createStatementTest } from "./contains-words.ts";
import { clauseBreaks, hitContexts } from "./hit-context.ts";
import { LetterGroups, NumberedNeeds } from "./letter-groups.ts";
import { createExceptionRules, type ExceptionRules } from "./lexicon-exceptions.ts";
import { NumberLists, WordList } from "./number-lists.ts";
import type { Need } from "./required-sets.ts";
import { findMatches, type SentencePattern, sentencePattern } from "./sentence-pattern.ts";

/** Offsets and text refer to the original, not to its normalised form. */
export interface LexiconHit {
  readonly lexicon: LexiconName;
  /** Index into the lexicon's entries. */
  readonly entry: number;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface LexiconMatcher {
  /** Returns hits of the role's lexicons, or of `only` those, sorted by start, then by lexicon. */
  find(text: string, role: Role, only?: ReadonlySet<LexiconName>): LexiconHit[];
  plainlySays(text: string, statements: readonly string[]): boolean;
}

/** Words of a language that lexicons and statements need. */
export type MatcherWords = Pick<Words, "exceptions" | "spellings" | "disclosure">;

/** Compiled words of a language. */
interface Language {
  readonly spellings: Spellings;
  readonly rulesOf: ExceptionRules;
  /** Separators of clauses. */
  readonly breaks: RegExp;
}

const CONTEXT_LENGTH = 600;
/**
 * Replies: those of a run with a few models, which planning and judging both search. Users: all of a corpus, because
 * every model gets the same messages.
 */
const REMEMBERED_TEXTS: Readonly<Record<Role, number>> = { assistant: 4096, user: 2048 };

interface Target {
  readonly lexicon: Lexicon;
  readonly entry: number;
  readonly rules: ReturnType<ExceptionRules>;
  /** `null` for a phrase. */
  readonly pattern: SentencePattern | null;
}

interface Candidate extends TextRange {
  readonly target: Target;
}

/**
 * Compiles every phrase and every pattern's literal of a role into one automaton; a pattern runs only if its literal
 * was found. A text is searched once for all lexicons, also if callers ask one by one.
 */
export function compileLexicons(lexicons: readonly Lexicon[], words: MatcherWords): LexiconMatcher {
  const language: Language = {
    spellings: createSpellings(words.spellings),
    rulesOf: createExceptionRules(words.exceptions),
    breaks: clauseBreaks(words.exceptions.clauses),
  };
  const searchOf = (role: Role) => {
    const search = compileRole(
      lexicons.filter((lexicon) => lexicon.role === role),
      language,
    );
    const recent = new LruCache<readonly LexiconHit[]>(REMEMBERED_TEXTS[role]);
    return (text: string) => recent.get(text, search);
  };
  const searches: Readonly<Record<Role, (text: string) => readonly LexiconHit[]>> = {
    user: searchOf("user"),
    assistant: searchOf("assistant"),
  };
  return {
    plainlySays: createStatementTest(words.disclosure),
    find(text, role, only) {
      const hits = searches[role](text);
      return only === undefined ? [...hits] : hits.filter((hit) => only.has(hit.lexicon));
    },
  };
}

function compileRole(lexicons: readonly Lexicon[], language: Language): (text: string) => LexiconHit[] {
  const { spellings, rulesOf, breaks } = language;
  const words = new WordList();
  const targets: Target[] = [];
  const needs: Need[] = [];
  for (const lexicon of lexicons) {
    const rules = rulesOf(lexicon);
    for (const [entry, item] of lexicon.entries.entries()) {
      const number = targets.length;
      if ("phrase" in item) {
        words.add(normalizeText(item.phrase, { spellings }).text, number);
        targets.push({ lexicon, entry, rules, pattern: null });
        needs.push({ all: [] });
      } else {
        const source = { ...item, pattern: expandFragments(item.pattern, lexicon.fragments) };
        const pattern = sentencePattern(source, `lexicon ${lexicon.name}, entries[${entry}]`);
        for (const trigger of pattern.triggers) words.add(trigger, number);
        targets.push({ lexicon, entry, rules, pattern });
        needs.push(pattern.need);
      }
    }
  }
  const automaton = new AhoCorasick(words.words);
  const wordsAt = new NumberLists(automaton.wordsByEnding());
  const targetsOf = new NumberLists(words.words.map((_, word) => words.targetsOf(word)));
  const lengths = Uint16Array.from(words.words, (word) => word.length);
  const numbered = new NumberedNeeds(needs);
  const [ofSentence, ofSentences] = [new LetterGroups(numbered), new LetterGroups(numbered)];
  const searchedTo = new Int32Array(targets.length);

  return (text) => {
    const normalized = normalizeText(text, { spellings });
    const ends = automaton.endsIn(normalized.text);
    const { length } = normalized.text;
    const candidates: Candidate[] = [];
    const sentences = new Sentences(normalized);
    searchedTo.fill(0);
    ofSentence.forget();
    ofSentences.forget();
    for (let at = 0; at < ends.length; at += 2) {
      const ending = ends[at] ?? 0;
      const lastWord = wordsAt.first[ending + 1] ?? 0;
      for (let word = wordsAt.first[ending] ?? 0; word < lastWord; word += 1)
        visit(wordsAt.items[word] ?? 0, ends[at + 1] ?? 0);
    }
    return candidates.length === 0 ? [] : hitsOf(normalized, breaks, candidates, sentences);

    function visit(word: number, end: number): void {
      const start = end - (lengths[word] ?? 0);
      const lastTarget = targetsOf.first[word + 1] ?? 0;
      for (let item = targetsOf.first[word] ?? 0; item < lastTarget; item += 1) {
        const number = targetsOf.items[item] ?? 0;
        if (start < (searchedTo[number] ?? 0)) continue;
        const target = targets[number];
        if (target === undefined) continue;
        const { pattern } = target;
        if (pattern === null) {
          if (isWholeWords(normalized.text, start, end)) candidates.push({ target, start, end });
          continue;
        }
        const sentence = sentences.around(start, end);
        const range = pattern.crossesSentences ? sentences.around(start, end, 1) : sentence;
        if (pattern.opensText && range.start > 0) {
          searchedTo[number] = length;
          continue;
        }
        const groups = pattern.crossesSentences ? ofSentences : ofSentence;
        groups.read(normalized.text, range.start, range.end);
        if (!groups.mayMeet(numbered.numbers[number] ?? 0)) continue;
        searchedTo[number] = sentence.end;
        for (const match of findMatches(pattern, normalized.text, range)) {
          candidates.push({ target, ...match });
        }
      }
    }
  };
}

function hitsOf(
  normalized: NormalizedText,
  breaks: RegExp,
  candidates: readonly Candidate[],
  sentences: Sentences,
): LexiconHit[] {
  const contextOf = hitContexts(normalized, breaks);
  const kept = candidates.filter((candidate) => {
    const { rules } = candidate.target;
    if (rules.length === 0) return true;
    const sentence = sentences.around(candidate.start, candidate.end);
    const context = contextOf(near(candidate, sentence), candidate);
    return !rules.some((rule) => rule(context));
  });
  return longestOfOverlapping(kept).map(({ target, start, end }) => {
    const span = originalSpan(normalized, start, end);
    return {
      lexicon: target.lexicon.name,
      entry: target.entry,
      ...span,
      text: normalized.original.slice(span.start, span.end),
    };
  });
}

/** Limits an endless sentence to the length that exceptions need. */
function near(hit: TextRange, sentence: TextRange): TextRange {
  return {
    start: Math.max(sentence.start, hit.start - CONTEXT_LENGTH),
    end: Math.min(sentence.end, hit.end + CONTEXT_LENGTH),
  };
}

/** Keeps the longest, then the earliest, of overlapping hits of one lexicon. */
function longestOfOverlapping(candidates: readonly Candidate[]): Candidate[] {
  const inOrder = [...candidates].sort(
    (a, b) => a.start - b.start || b.end - a.end || a.target.entry - b.target.entry,
  );
  const keptOf = new Map<Lexicon, Candidate[]>();
  for (const candidate of inOrder) {
    const kept = keptOf.get(candidate.target.lexicon) ?? [];
    keptOf.set(candidate.target.lexicon, kept);
    const last = kept.at(-1);
    if (last === undefined || candidate.start >= last.end) kept.push(candidate);
    else if (candidate.end - candidate.start > last.end - last.start) kept[kept.length - 1] = candidate;
  }
  return [...keptOf.values()]
    .flat()
    .sort((a, b) => a.start - b.start || compareText(a.target.lexicon.name, b.target.lexicon.name));
}
