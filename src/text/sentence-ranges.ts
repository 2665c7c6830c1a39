import { type NormalizedText, originalSpan } from "./normalize-text.ts";
import { Sentences } from "./sentences.ts";
import type { TextRange } from "./text-range.ts";

/** One sentence: as matchers read it, and where it stands in the original. */
export interface Sentence extends TextRange {
  readonly text: string;
}

/** The sentences of a text in order. */
export function sentencesOf(normalized: NormalizedText): Sentence[] {
  const sentences = new Sentences(normalized);
  const found: Sentence[] = [];
  for (let at = 0; at < normalized.text.length; ) {
    const { end } = sentences.around(at, at + 1);
    const text = normalized.text.slice(at, end).trim();
    if (text !== "") found.push({ text, ...originalSpan(normalized, at, end) });
    at = Math.max(end, at) + 1;
  }
  return found;
}
