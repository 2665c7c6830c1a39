/** Finds the parts of a quote with ellipses, and the text left out between them. */
import { type NormalizedText, normalizeText, originalSpan } from "../normalise/normalize-text.ts";
import { isWholeWords, type NegatorTest, splitWords, type TextRange } from "../normalise/words.ts";

const ELLIPSIS = /[[(]?\.\.\.+[\])]?/;
const EDGE_MARKS = /^[\s,;:-]+|[\s,;:-]+$/g;
const SHORTEST_FRAGMENT = 8;
/** Next to a fragment of this length a short one counts as whole words and near its neighbour. */
const LONG_FRAGMENT = 20;
const REACH_OF_SHORT = 120;
/** Fragments with more repetitions than this are not worth a tighter span. */
const MOST_TRIES = 64;

/** Finds the parts of a quote around its ellipses, in order, in normalised text. Returns the tightest span. */
export function findFragments(
  content: NormalizedText,
  quote: string,
  isNegator: NegatorTest,
): TextRange | null {
  const { text } = content;
  if (!ELLIPSIS.test(quote)) return null;
  const fragments = quote
    .split(ELLIPSIS)
    .map((fragment) => fragment.replace(EDGE_MARKS, ""))
    .filter((fragment) => fragment !== "");
  const hasShort = fragments.some((fragment) => fragment.length < SHORTEST_FRAGMENT);
  if (fragments.length === 0) return null;
  if (hasShort && !fragments.some((fragment) => fragment.length >= LONG_FRAGMENT)) return null;

  let best: TextRange | null = null;
  for (let from = 0, tries = 0; tries < MOST_TRIES; tries += 1) {
    const end = endInOrder(text, fragments, from);
    if (end < 0) break;
    const places = placesBefore(text, fragments, end);
    const start = places[0]?.start ?? 0;
    if ((best === null || end - start < best.end - best.start) && isFaithful(content, places, isNegator))
      best = { start, end };
    from = start + 1;
  }
  return best;
}

/** Returns the first occurrence from `from` on that cuts no word, else the first of all. */
export function findPreferringWords(text: string, wanted: string, from: number): TextRange | null {
  if (wanted === "") return null;
  const first = text.indexOf(wanted, from);
  for (let at = first; at >= 0; at = text.indexOf(wanted, at + 1)) {
    if (isWholeWords(text, at, at + wanted.length)) return { start: at, end: at + wanted.length };
  }
  return first < 0 ? null : { start: first, end: first + wanted.length };
}

/** Walks forward from `from` with each fragment as early as possible; -1 if one is missing. */
function endInOrder(text: string, fragments: readonly string[], from: number): number {
  let end = from;
  for (const fragment of fragments) {
    const range = findPreferringWords(text, fragment, end);
    if (range === null) return -1;
    end = range.end;
  }
  return end;
}

/** Walks backward from the end with each fragment as late as possible. */
function placesBefore(text: string, fragments: readonly string[], end: number): readonly TextRange[] {
  const places: TextRange[] = [];
  let limit = end;
  for (const fragment of fragments.toReversed()) {
    limit = latestPlace(text, fragment, limit - fragment.length);
    places.unshift({ start: limit, end: limit + fragment.length });
  }
  return places;
}

/** Returns the latest occurrence up to `from` that cuts no word, else the latest of all. */
function latestPlace(text: string, fragment: string, from: number): number {
  const latest = text.lastIndexOf(fragment, from);
  for (let at = latest; at > 0; at = text.lastIndexOf(fragment, at - 1)) {
    if (isWholeWords(text, at, at + fragment.length)) return at;
  }
  return latest;
}

/** Whether short fragments are near their neighbours and the omitted text does not reverse the meaning. */
function isFaithful(content: NormalizedText, places: readonly TextRange[], isNegator: NegatorTest): boolean {
  const { text } = content;
  const isShort = ({ start, end }: TextRange) => end - start < SHORTEST_FRAGMENT;
  return places.every((place, index) => {
    if (isShort(place) && !isWholeWords(text, place.start, place.end)) return false;
    const next = places[index + 1];
    if (next === undefined) return true;
    const isNear = next.start - place.end <= REACH_OF_SHORT;
    if ((isShort(place) || isShort(next)) && !isNear) return false;
    // Reads the original: without its apostrophe "don't" would not be a negation.
    const { start, end } = originalSpan(content, place.end, next.start);
    const gap = normalizeText(content.original.slice(start, end)).text;
    return !leavesOutNegation(gap, isNegator);
  });
}

/** Words after a fragment that may belong to it: "wait no longer". */
const WORDS_AFTER = 2;

/** Whether a gap negates the text after it in the same sentence, or the text before it: "and don't", "no longer". */
function leavesOutNegation(gap: string, isNegator: NegatorTest): boolean {
  const sentences = gap.split(/[.?!](?=[\s"')\]]|$)/);
  const after = splitWords(sentences[0] ?? "").slice(0, WORDS_AFTER);
  return [...after, ...splitWords(sentences.at(-1) ?? "")].some(({ text }) => isNegator(text));
}
