import { findPreferringWords } from "./find-preferring-words.ts";
import type { TextRange } from "./text-range.ts";

const ELLIPSIS = /[[(]?\.\.\.+[\])]?/;
const EDGE_MARKS = /^[\s,;:-]+|[\s,;:-]+$/g;
const SHORTEST_FRAGMENT = 8;
/** Fragments repeated more often than this are not worth a tighter span. */
const MOST_TRIES = 64;

/** Where the parts of a quote around its ellipses stand, in order, in normalised text. The span is the tightest. */
export function findFragments(text: string, quote: string): TextRange | null {
  const fragments = quote
    .split(ELLIPSIS)
    .map((fragment) => fragment.replace(EDGE_MARKS, ""))
    .filter((fragment) => fragment !== "");
  if (!ELLIPSIS.test(quote) || fragments.length === 0) return null;
  if (fragments.some((fragment) => fragment.length < SHORTEST_FRAGMENT)) return null;

  let best: TextRange | null = null;
  for (let from = 0, tries = 0; tries < MOST_TRIES; tries += 1) {
    const end = endInOrder(text, fragments, from);
    if (end < 0) break;
    const start = latestStart(text, fragments, end);
    if (best === null || end - start < best.end - best.start) best = { start, end };
    from = start + 1;
  }
  return best;
}

/** Walking on from `from`, each fragment as early as it can stand; -1 where one is missing. */
function endInOrder(text: string, fragments: readonly string[], from: number): number {
  let end = from;
  for (const fragment of fragments) {
    const range = findPreferringWords(text, fragment, end);
    if (range === null) return -1;
    end = range.end;
  }
  return end;
}

/** Walking back from the end, each fragment as late as it can stand. */
function latestStart(text: string, fragments: readonly string[], end: number): number {
  return fragments.reduceRight((limit, fragment) => text.lastIndexOf(fragment, limit - fragment.length), end);
}
