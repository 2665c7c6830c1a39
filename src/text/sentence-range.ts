import type { NormalizedText } from "./normalize-text.ts";
import type { TextRange } from "./text-range.ts";
import { isWordCode } from "./word-boundary.ts";

const ABBREVIATION =
  /(?:^|[\s("'])(?:dr|mr|mrs|ms|st|jr|sr|vs|approx|dept|prof|rev|e\.g|i\.e|a\.m|p\.m|u\.s|[a-hj-tv-z])\.$/;
const SENTENCE_END = /[.!?]["')\]]*$/;
const ELLIPSIS_END = /\.\.\.["')\]]*$/;
/** A line this long that stops without a mark was wrapped, not ended. */
const WRAPPED_LINE_LENGTH = 60;

/** The sentence, or the run of sentences, that holds `[start, end)` of the normalised text. */
export function sentenceRange(normalized: NormalizedText, start: number, end: number): TextRange {
  const { text } = normalized;
  let from = start;
  for (let space = text.lastIndexOf(" ", start - 1); ; space = text.lastIndexOf(" ", space - 1)) {
    if (space <= 0) {
      from = 0;
      break;
    }
    if (endsSentence(normalized, space)) {
      from = space + 1;
      break;
    }
  }
  let to = text.length;
  for (
    let space = text.indexOf(" ", Math.max(start, end - 1));
    space >= 0;
    space = text.indexOf(" ", space + 1)
  ) {
    if (endsSentence(normalized, space)) {
      to = space;
      break;
    }
  }
  return { start: Math.min(from, start), end: Math.max(to, end) };
}

/** Whether the space at `space` parts two sentences. */
export function endsSentence(normalized: NormalizedText, space: number): boolean {
  const { text, original, starts, ends } = normalized;
  const start = starts[space] ?? 0;
  const isPlainSpace = (ends[space] ?? 0) === start + 1 && original.charCodeAt(start) === 0x20;
  if (isPlainSpace && isWordCode(text.charCodeAt(space - 1))) return false;
  const before = text.slice(Math.max(0, space - 8), space);
  if (SENTENCE_END.test(before)) {
    if (ELLIPSIS_END.test(before)) return /[A-Z]/.test(originalAt(normalized, space + 1));
    return !ABBREVIATION.test(before);
  }
  const gap = original.slice(start, ends[space]);
  return /[\n\r]/.test(gap) && !isWrap(normalized, space, gap);
}

/** A single line break inside a sentence: the line is long, or it began with a capital, and a small letter follows. */
function isWrap(normalized: NormalizedText, space: number, gap: string): boolean {
  // Anything but white space in the gap is a list or heading mark, which begins a new sentence.
  if (gap.replaceAll("\r\n", "\n").split(/[\n\r]/).length > 2 || /\S/.test(gap)) return false;
  const { original } = normalized;
  const next = normalized.ends[space] ?? original.length;
  if (!/^\p{Ll}/u.test(original.slice(next, next + 2))) return false;
  const lineEnd = normalized.starts[space] ?? 0;
  const lineStart = original.lastIndexOf("\n", lineEnd - 1) + 1;
  return lineEnd - lineStart >= WRAPPED_LINE_LENGTH || /^\W*\p{Lu}/u.test(original.slice(lineStart, lineEnd));
}

function originalAt(normalized: NormalizedText, index: number): string {
  const start = normalized.starts[index] ?? normalized.original.length;
  return normalized.original.charAt(start);
}
