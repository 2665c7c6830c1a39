import type { LexiconName, Role } from "../schema/ids.ts";
import type { Lexicon } from "../schema/lexicon.ts";
import { AhoCorasick } from "./aho-corasick.ts";
import { hitContexts } from "./exceptions/hit-context.ts";
import { expandFragments } from "./expand-fragments.ts";
import { exceptionRules } from "./lexicon-exceptions.ts";
import { type NormalizedText, normalizeText, originalSpan } from "./normalize-text.ts";
import { findMatches, type SentencePattern, sentencePattern } from "./sentence-pattern.ts";
import { Sentences } from "./sentences.ts";
import type { TextRange } from "./text-range.ts";
import { isWholeWords } from "./word-boundary.ts";
import { WordList } from "./word-list.ts";

/** Offsets and text are of the original, not of its normalised form. */
export interface LexiconHit {
  readonly lexicon: LexiconName;
  /** Index into the lexicon's entries. */
  readonly entry: number;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface LexiconMatcher {
  /** Hits of the lexicons of this role, or of `only` those, by start and then by lexicon. */
  find(text: string, role: Role, only?: ReadonlySet<LexiconName>): LexiconHit[];
}

const CONTEXT_LENGTH = 600;

interface Target {
  readonly lexicon: Lexicon;
  readonly entry: number;
  readonly rules: ReturnType<typeof exceptionRules>;
  /** `null` for a phrase. */
  readonly pattern: SentencePattern | null;
  /** The words that a pattern needs before the one that leads here. */
  readonly earlierWords: readonly number[];
}

interface Candidate extends TextRange {
  readonly target: Target;
}

/** Every phrase and every pattern's literal in one automaton; a pattern runs only where its literal was found. */
export function compileLexicons(lexicons: readonly Lexicon[]): LexiconMatcher {
  const words = new WordList<Target>();
  let patterns = 0;
  for (const lexicon of lexicons) {
    const rules = exceptionRules(lexicon);
    for (const [entry, item] of lexicon.entries.entries()) {
      if ("phrase" in item) {
        const phrase = normalizeText(item.phrase, { spellings: true }).text;
        words.add(phrase, { lexicon, entry, rules, pattern: null, earlierWords: [] });
      } else {
        const source = { ...item, pattern: expandFragments(item.pattern, lexicon.fragments) };
        const pattern = sentencePattern(source, patterns, `lexicon ${lexicon.name}, entries[${entry}]`);
        const earlierWords = pattern.earlier.map((run) => words.numberOf(run));
        for (const trigger of pattern.triggers)
          words.add(trigger, { lexicon, entry, rules, pattern, earlierWords });
        patterns += 1;
      }
    }
  }
  const automaton = new AhoCorasick(words.words);

  return {
    find(text, role, only) {
      const normalized = normalizeText(text, { spellings: true });
      const candidates: Candidate[] = [];
      const searchedTo = new Int32Array(patterns);
      const seenAt = new Int32Array(words.words.length).fill(-1);
      let sentences: Sentences | null = null;
      automaton.scan(normalized.text, (word, end) => {
        const start = end - words.lengthOf(word);
        seenAt[word] = start;
        for (const target of words.targetsOf(word)) {
          const { lexicon, pattern } = target;
          if (pattern !== null) {
            const earliest = earliestOf(target.earlierWords, seenAt, start);
            if (earliest < 0 || start < (searchedTo[pattern.slot] ?? 0)) continue;
            sentences ??= new Sentences(normalized);
            if (earliest < sentences.startOf(start) && !pattern.crossesSentences) continue;
          }
          if (lexicon.role !== role || (only !== undefined && !only.has(lexicon.name))) continue;
          if (pattern === null || sentences === null) {
            if (isWholeWords(normalized.text, start, end)) candidates.push({ target, start, end });
            continue;
          }
          const sentence = sentences.around(start, end);
          const range = pattern.crossesSentences ? sentences.around(start, end, 1) : sentence;
          searchedTo[pattern.slot] = sentence.end;
          for (const match of findMatches(pattern, normalized.text, range)) {
            candidates.push({ target, ...match });
          }
        }
      });
      return candidates.length === 0
        ? []
        : hitsOf(normalized, candidates, sentences ?? new Sentences(normalized));
    },
  };
}

/** The least of `start` and of where the words were last seen; -1 if one was not. */
function earliestOf(words: readonly number[], seenAt: Int32Array, start: number): number {
  let earliest = start;
  for (const word of words) earliest = Math.min(earliest, seenAt[word] ?? -1);
  return earliest;
}

function hitsOf(
  normalized: NormalizedText,
  candidates: readonly Candidate[],
  sentences: Sentences,
): LexiconHit[] {
  const contextOf = hitContexts(normalized);
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

/** As much of an endless sentence as an exception may need. */
function near(hit: TextRange, sentence: TextRange): TextRange {
  return {
    start: Math.max(sentence.start, hit.start - CONTEXT_LENGTH),
    end: Math.min(sentence.end, hit.end + CONTEXT_LENGTH),
  };
}

/** Of two hits of one lexicon that overlap the longer stays, and of equally long ones the earlier. */
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
    .sort((a, b) => a.start - b.start || compareNames(a.target.lexicon.name, b.target.lexicon.name));
}

function compareNames(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
