import type { TextRange } from "./text-range.ts";
import { isWholeWords } from "./word-boundary.ts";

/** The first occurrence from `from` on that cuts no word, else the first of all. */
export function findPreferringWords(text: string, wanted: string, from: number): TextRange | null {
  if (wanted === "") return null;
  const first = text.indexOf(wanted, from);
  for (let at = first; at >= 0; at = text.indexOf(wanted, at + 1)) {
    if (isWholeWords(text, at, at + wanted.length)) return { start: at, end: at + wanted.length };
  }
  return first < 0 ? null : { start: first, end: first + wanted.length };
}
