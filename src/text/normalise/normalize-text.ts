import { LruCache } from "../../kernel/lru-cache.ts";
import type { Spellings } from "./sms-spellings.ts";
import { TextNormalizer } from "./text-normalizer.ts";

/** `text[i]` came from `original[starts[i]..ends[i])`. */
export interface NormalizedText {
  readonly original: string;
  readonly text: string;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

export interface NormalizeOptions {
  /** Also spells out text-message words, missing apostrophes and drawn-out letters. */
  readonly spellings?: Spellings;
}

/** Shorter texts are faster to process than to look up. */
const WORTH_REMEMBERING = 64;
/** Messages of the conversations in progress: verifiers and scorers each read them. */
const REMEMBERED_TEXTS = 256;
const plainTexts = new LruCache<NormalizedText>(REMEMBERED_TEXTS);

/**
 * Returns text for matchers: NFKC, lower case, straight quotes, one kind of dash, no markdown, nothing invisible,
 * single spaces and none at the ends. Every code unit maps to its original range.
 */
export function normalizeText(original: string, options: NormalizeOptions = {}): NormalizedText {
  const isShort = original.length < WORTH_REMEMBERING;
  if (options.spellings === undefined)
    return isShort ? plainText(original) : plainTexts.get(original, plainText);
  const normalizer = new TextNormalizer(original, options.spellings);
  const spelt = normalizer.run();
  // Assistants seldom use text-message spelling: most replies normalise the same both ways, and share one result.
  return isShort || normalizer.isRespelt ? spelt : plainTexts.get(original, () => spelt);
}

function plainText(original: string): NormalizedText {
  return new TextNormalizer(original, null).run();
}

/** Maps a range of normalised text to the original. */
export function originalSpan(
  normalized: NormalizedText,
  start: number,
  end: number,
): { start: number; end: number } {
  if (end <= start) {
    const at = normalized.starts[start] ?? normalized.original.length;
    return { start: at, end: at };
  }
  return {
    start: normalized.starts[start] ?? normalized.original.length,
    end: normalized.ends[end - 1] ?? normalized.original.length,
  };
}

/** Removes the matching characters and keeps the mapping to the original. */
export function dropMarks(normalized: NormalizedText, marks: RegExp): NormalizedText {
  const kept = Array.from(normalized.text.split("").keys()).filter(
    (index) => !marks.test(normalized.text.charAt(index)),
  );
  return {
    original: normalized.original,
    text: kept.map((index) => normalized.text.charAt(index)).join(""),
    starts: Uint32Array.from(kept, (index) => normalized.starts[index] ?? 0),
    ends: Uint32Array.from(kept, (index) => normalized.ends[index] ?? 0),
  };
}
