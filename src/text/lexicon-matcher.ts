import type { LexiconName, Role } from "../schema/ids.ts";
import type { Lexicon } from "../schema/lexicon.ts";
import { AhoCorasick } from "./aho-corasick.ts";
import { hitContexts } from "./exceptions/hit-context.ts";
import { exceptionRules } from "./lexicon-exceptions.ts";
import { type NormalizedText, normalizeText, originalSpan } from "./normalize-text.ts";
import { findMatches, type SentencePattern, sentencePattern, withNeighbours } from "./sentence-pattern.ts";
import { sentenceRange } from "./sentence-range.ts";
import type { TextRange } from "./text-range.ts";
import { isWholeWords } from "./word-boundary.ts";

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

interface Target {
  readonly lexicon: Lexicon;
  readonly entry: number;
  readonly rules: ReturnType<typeof exceptionRules>;
  /** `null` for a phrase. */
  readonly pattern: SentencePattern | null;
}

interface Candidate extends TextRange {
  readonly target: Target;
}

/** Every phrase and every pattern's literal in one automaton; a pattern runs only where its literal was found. */
export function compileLexicons(lexicons: readonly Lexicon[]): LexiconMatcher {
  const targetsOf = new Map<string, Target[]>();
  let patterns = 0;
  for (const lexicon of lexicons) {
    const rules = exceptionRules(lexicon);
    for (const [entry, item] of lexicon.entries.entries()) {
      const where = `lexicon ${lexicon.name}, entries[${entry}]`;
      const pattern = "pattern" in item ? sentencePattern(item, patterns++, where) : null;
      const word = "phrase" in item ? normalizeText(item.phrase, { spellings: true }).text : pattern?.literal;
      if (word === undefined || word === "") continue;
      targetsOf.set(word, [...(targetsOf.get(word) ?? []), { lexicon, entry, rules, pattern }]);
    }
  }
  const words = [...targetsOf.keys()];
  const targets = [...targetsOf.values()];
  const automaton = new AhoCorasick(words);

  return {
    find(text, role, only) {
      const normalized = normalizeText(text, { spellings: true });
      const candidates: Candidate[] = [];
      const searchedTo = new Int32Array(patterns);
      let sentence: TextRange = { start: 0, end: 0 };
      automaton.scan(normalized.text, (word, end) => {
        const start = end - (words[word]?.length ?? 0);
        for (const target of targets[word] ?? []) {
          const { lexicon, pattern } = target;
          if (lexicon.role !== role || (only !== undefined && !only.has(lexicon.name))) continue;
          if (pattern === null) {
            if (isWholeWords(normalized.text, start, end)) candidates.push({ target, start, end });
            continue;
          }
          if (start < (searchedTo[pattern.slot] ?? 0)) continue;
          if (start < sentence.start || end > sentence.end) sentence = sentenceRange(normalized, start, end);
          searchedTo[pattern.slot] = sentence.end;
          const range = pattern.crossesSentences ? withNeighbours(normalized, sentence) : sentence;
          for (const match of findMatches(pattern, normalized.text, range))
            candidates.push({ target, ...match });
        }
      });
      return candidates.length === 0 ? [] : hitsOf(normalized, candidates);
    },
  };
}

function hitsOf(normalized: NormalizedText, candidates: readonly Candidate[]): LexiconHit[] {
  const contextOf = hitContexts(normalized);
  const kept = candidates.filter((candidate) => {
    const { rules } = candidate.target;
    if (rules.length === 0) return true;
    const sentence = sentenceRange(normalized, candidate.start, candidate.end);
    const context = contextOf(sentence, candidate);
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
