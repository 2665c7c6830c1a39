import type { TextRange } from "./text-range.ts";

export interface Word extends TextRange {
  readonly text: string;
}

const WORD = /[\p{L}\p{N}\p{M}_]+(?:'[\p{L}\p{M}]+)*/gu;

/** The words of normalised text. A contraction or possessive is one word. */
export function splitWords(text: string): Word[] {
  return Array.from(text.matchAll(WORD), (match) => ({
    text: match[0],
    start: match.index,
    end: match.index + match[0].length,
  }));
}
