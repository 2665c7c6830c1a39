import { RecentResults } from "../../kernel/recent-results.ts";
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
  /** Also spell out text-message words, missing apostrophes and drawn-out letters. */
  readonly spellings?: Spellings;
}

/** Shorter texts are read faster than looked up. */
const WORTH_REMEMBERING = 64;
/** The messages of the few conversations that are under way at a time: verifiers and scorers read each of them. */
const REMEMBERED_TEXTS = 256;
const plainTexts = new RecentResults<NormalizedText>(REMEMBERED_TEXTS);

/**
 * Text as matchers read it: NFKC, lower case, straight quotes, one kind of dash, no markdown, nothing invisible,
 * single spaces and none at the ends. Every code unit knows where it came from.
 */
export function normalizeText(original: string, options: NormalizeOptions = {}): NormalizedText {
  const isShort = original.length < WORTH_REMEMBERING;
  if (options.spellings === undefined)
    return isShort ? plainText(original) : plainTexts.get(original, plainText);
  const normalizer = new TextNormalizer(original, options.spellings);
  const spelt = normalizer.run();
  // Assistants seldom write as people text: most replies read the same in both ways, and are read once.
  return isShort || normalizer.isRespelt ? spelt : plainTexts.get(original, () => spelt);
}

function plainText(original: string): NormalizedText {
  return new TextNormalizer(original, null).run();
}

/** Where a range of normalised text stands in the original. */
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

/** The same text without the characters that match, still knowing where the rest came from. */
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
