import type { ReferenceFact } from "../../schema/corpus/reference-fact.ts";
import type { Words } from "../../schema/corpus/words.ts";
import type { TranscriptMessage } from "../../schema/run/transcript.ts";
import { AhoCorasick } from "../../text/match/aho-corasick.ts";
import { anyOf, anyWord } from "../../text/match/compile-pattern.ts";
import { type NormalizedText, normalizeText, originalSpan } from "../../text/normalise/normalize-text.ts";
import { Sentences } from "../../text/normalise/sentences.ts";
import type { TextRange } from "../../text/normalise/words.ts";
import { createNegatorTest, isWholeWords, type NegatorTest, splitWords } from "../../text/normalise/words.ts";
import { quotedRanges } from "../../text/quotes/quoted-ranges.ts";

/** A listed misstatement, asserted word for word by an assistant. */
export interface Misstatement extends TextRange {
  readonly fact: ReferenceFact;
  readonly message: TranscriptMessage;
}

export interface MisstatementFinder {
  find(messages: readonly TranscriptMessage[], topics?: readonly string[]): readonly Misstatement[];
}

const MOST_WORDS_BEFORE = 3;

/** Marks of a sentence that does not assert its content. */
interface AssertionMarks {
  /** Words that make a sentence a report, a doubt or a correction. */
  readonly notAsserted: RegExp;
  /** Words in the next sentence that take the statement back. */
  readonly putRight: RegExp;
  readonly isNegator: NegatorTest;
}

/** Finds all listed misstatements in one pass. Only plain agreement with one counts; a judge decides the rest. */
export function createMisstatementFinder(
  facts: readonly ReferenceFact[],
  words: Pick<Words, "claims" | "exceptions">,
): MisstatementFinder {
  const marks: AssertionMarks = {
    notAsserted: new RegExp(`\\b${anyOf(words.claims.not_asserted)}\\b|\\?`),
    putRight: anyWord(words.claims.put_right),
    isNegator: createNegatorTest(words.exceptions.negation),
  };
  const listed = new Map<string, ReferenceFact[]>();
  for (const fact of facts) {
    for (const misstatement of fact.common_misstatements) {
      const phrase = normalizeText(misstatement).text.replace(/[.!?]+$/, "");
      if (phrase !== "") listed.set(phrase, [...(listed.get(phrase) ?? []), fact]);
    }
  }
  const phrases = [...listed.keys()];
  const automaton = phrases.length === 0 ? null : new AhoCorasick(phrases);
  // Several checks search the same replies, each in its own topics.
  const known = new WeakMap<readonly TranscriptMessage[], readonly Misstatement[]>();
  return {
    find(messages, topics) {
      const all = known.get(messages) ?? findAll(messages);
      known.set(messages, all);
      return topics === undefined ? all : all.filter(({ fact }) => topics.includes(fact.topic));
    },
  };

  function findAll(messages: readonly TranscriptMessage[]): readonly Misstatement[] {
    const found: Misstatement[] = [];
    for (const message of automaton === null ? [] : messages) {
      if (message.role !== "assistant") continue;
      const normalized = normalizeText(message.content);
      const isAsserted = assertionsIn(normalized, marks);
      automaton?.scan(normalized.text, (index, end) => {
        const phrase = phrases[index] ?? "";
        const start = end - phrase.length;
        if (!isAsserted(start, end)) return;
        for (const fact of listed.get(phrase) ?? []) {
          found.push({ fact, message, ...originalSpan(normalized, start, end) });
        }
      });
    }
    return found;
  }
}

/** Returns sentences that say this and little else, without quotation, denial or a correction in the next sentence. */
function assertionsIn(
  normalized: NormalizedText,
  { notAsserted, putRight, isNegator }: AssertionMarks,
): (start: number, end: number) => boolean {
  const { text } = normalized;
  // Parsed on the first hit only: most messages have no misstatement, and one that does may have several.
  let read: { readonly sentences: Sentences; readonly quoted: readonly TextRange[] } | null = null;
  return (start, end) => {
    if (!isWholeWords(text, start, end)) return false;
    read ??= { sentences: new Sentences(normalized), quoted: quotedRanges(normalized) };
    const { sentences, quoted } = read;
    if (quoted.some((range) => start >= range.start && end <= range.end)) return false;
    const own = sentences.around(start, end);
    const before = text.slice(own.start, start);
    const around = `${before} ${text.slice(end, own.end)}`;
    const next = text.slice(own.end, sentences.around(start, end, 1).end);
    if (notAsserted.test(around) || putRight.test(next)) return false;
    const words = splitWords(around).map((word) => word.text);
    return splitWords(before).length <= MOST_WORDS_BEFORE && !words.some(isNegator);
  };
}
