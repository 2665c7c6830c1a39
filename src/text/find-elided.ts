import { isNegator } from "./negators.ts";
import { splitWords, type Word } from "./split-words.ts";
import type { TextRange } from "./text-range.ts";

const SPAN_FACTOR = 1.6;
/** Two words with one left out between them are no quotation. */
const FEWEST_WORDS_WITH_GAPS = 3;

/**
 * Where all words of a quote stand in order within a short span of normalised text. A negation may not be among the
 * words left out: it would turn the quote round.
 */
export function findElided(text: string, quote: string): TextRange | null {
  const wanted = splitWords(quote).map(plain);
  if (wanted.length < 2) return null;
  const words = splitWords(text);
  const plainWords = words.map(plain);
  const reach =
    wanted.length < FEWEST_WORDS_WITH_GAPS ? wanted.length : Math.floor(wanted.length * SPAN_FACTOR);
  let best: { readonly from: number; readonly to: number } | null = null;
  for (
    let from = plainWords.indexOf(wanted[0] ?? "");
    from >= 0;
    from = plainWords.indexOf(wanted[0] ?? "", from + 1)
  ) {
    const to = followInOrder(words, plainWords, wanted, from, reach);
    if (to >= 0 && (best === null || to - from < best.to - best.from)) best = { from, to };
  }
  if (best === null) return null;
  return { start: words[best.from]?.start ?? 0, end: words[best.to]?.end ?? 0 };
}

/** The index of the last wanted word, or -1. */
function followInOrder(
  words: readonly Word[],
  plainWords: readonly string[],
  wanted: readonly string[],
  from: number,
  reach: number,
): number {
  let next = 0;
  for (let at = from; at < Math.min(words.length, from + reach); at += 1) {
    if (plainWords[at] === wanted[next]) {
      next += 1;
      if (next === wanted.length) return at;
    } else if (isNegator(words[at]?.text ?? "")) return -1;
  }
  return -1;
}

function plain(word: Word): string {
  return word.text.replaceAll("'", "");
}
