import { compilePattern } from "./compile-pattern.ts";
import { type NormalizedText, normalizeText } from "./normalize-text.ts";
import { requiredLiteral } from "./required-literal.ts";
import { sentenceRange } from "./sentence-range.ts";
import type { TextRange } from "./text-range.ts";

/** A pattern that is tried on the sentence in which its literal was found. */
export interface SentencePattern {
  readonly expression: RegExp;
  /** What the automaton looks for: the author's literal, or a longer one that the pattern itself requires. */
  readonly literal: string;
  /** Index into what a search remembers per pattern. */
  readonly slot: number;
  /** The pattern speaks of sentence marks itself, so it may reach into the neighbouring sentences. */
  readonly crossesSentences: boolean;
}

export function sentencePattern(
  source: { readonly pattern: string; readonly literal: string },
  slot: number,
  where: string,
): SentencePattern {
  const authored = normalizeText(source.literal).text || source.literal.toLowerCase();
  const required = requiredLiteral(source.pattern);
  return {
    expression: compilePattern(source.pattern, where),
    literal: required.length > authored.length ? required : authored,
    slot,
    crossesSentences: /\\[.!?]|\[(?!\^)[^\]]*[.!?]|!/.test(source.pattern.replaceAll(/\(\?<?[=!:]/g, "(")),
  };
}

/** Where the pattern matches in a range of the text, searched as a text of its own. */
export function findMatches({ expression }: SentencePattern, text: string, range: TextRange): TextRange[] {
  const matches: TextRange[] = [];
  const part = text.slice(range.start, range.end);
  expression.lastIndex = 0;
  for (let match = expression.exec(part); match !== null; match = expression.exec(part)) {
    if (match[0] === "") expression.lastIndex += 1;
    else matches.push({ start: range.start + match.index, end: range.start + expression.lastIndex });
  }
  return matches;
}

/** A sentence with the one before and the one after it. */
export function withNeighbours(normalized: NormalizedText, sentence: TextRange): TextRange {
  const isFirst = sentence.start === 0;
  const isLast = sentence.end >= normalized.text.length;
  const before = isFirst ? sentence : sentenceRange(normalized, sentence.start - 2, sentence.start - 1);
  const after = isLast ? sentence : sentenceRange(normalized, sentence.end + 1, sentence.end + 2);
  return { start: Math.min(before.start, sentence.start), end: Math.max(after.end, sentence.end) };
}
