import { type NormalizedText, originalSpan } from "./normalize-text.ts";
import type { TextRange } from "./words.ts";

/** An apostrophe opens a quotation only if no letter precedes it: "isn't." ends a sentence. */
const ABBREVIATION =
  /(?:^|[\s("]|(?<![a-z])')(?:dr|mr|mrs|ms|st|jr|sr|vs|approx|dept|prof|rev|e\.g|i\.e|a\.m|p\.m|u\.s|[a-hj-tv-z])\.$/;
const SENTENCE_END = /[.!?]["')\]]*$/;
const ELLIPSIS_END = /\.\.["')\]]*$/;
/** After an ellipsis only a capital begins a sentence; "I" does not count, because it always has one. */
const BEGINS_AFTER_ELLIPSIS = /^["'([]?(?!I(?:['\u2019 ]|$))\p{Lu}/u;
/** A line of this length without an end mark was wrapped, not ended. */
const WRAPPED_LINE_LENGTH = 60;

/** The sentences of a normalised text. */
export class Sentences {
  private readonly normalized: NormalizedText;
  /** Start of each sentence, then the start of one after the text. */
  private readonly starts: readonly number[];
  private current = 0;

  constructor(normalized: NormalizedText) {
    this.normalized = normalized;
    const spaces = new Set([...spacesAfterMarks(normalized.text), ...spacesOfLineBreaks(normalized)]);
    const starts = [0];
    for (const space of [...spaces].sort((a, b) => a - b)) {
      if (endsSentence(normalized, space)) starts.push(space + 1);
    }
    this.starts = [...starts, normalized.text.length + 1];
  }

  /** Start of the sentence that contains `offset`. */
  startOf(offset: number): number {
    return this.starts[this.indexOf(offset)] ?? 0;
  }

  /** Returns the range of sentences around `[start, end)`, with `more` sentences on either side. */
  around(start: number, end: number, more = 0): TextRange {
    const first = this.indexOf(start);
    let last = first;
    while ((this.starts[last + 1] ?? end) < end) last += 1;
    const from = this.starts[Math.max(0, first - more)] ?? 0;
    const to = this.starts[Math.min(this.starts.length - 1, last + 1 + more)] ?? end;
    return { start: from, end: Math.max(end, Math.min(to - 1, this.normalized.text.length)) };
  }

  /** Searches move forward through a text, so the answer is near the last one. */
  private indexOf(offset: number): number {
    while ((this.starts[this.current] ?? 0) > offset) this.current -= 1;
    while ((this.starts[this.current + 1] ?? Number.POSITIVE_INFINITY) <= offset) this.current += 1;
    return this.current;
  }
}

function spacesAfterMarks(text: string): number[] {
  const spaces: number[] = [];
  const marks = /[.!?]["')\]]* /g;
  while (marks.test(text)) spaces.push(marks.lastIndex - 1);
  return spaces;
}

function spacesOfLineBreaks({ original, text, ends }: NormalizedText): number[] {
  const spaces: number[] = [];
  // Each next offset is larger.
  let low = 0;
  for (let at = original.search(/[\n\r]/); at >= 0; at = original.indexOf("\n", at + 1)) {
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((ends[middle] ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    if (text[low] === " ") spaces.push(low);
  }
  return spaces;
}

/** Whether the space at `space` separates two sentences. */
function endsSentence(normalized: NormalizedText, space: number): boolean {
  const { text, original, starts, ends } = normalized;
  const before = text.slice(Math.max(0, space - 8), space);
  if (SENTENCE_END.test(before)) {
    if (ELLIPSIS_END.test(before)) return BEGINS_AFTER_ELLIPSIS.test(originalFrom(normalized, space + 1));
    return !ABBREVIATION.test(before);
  }
  const gap = original.slice(starts[space], ends[space]);
  return /[\n\r]/.test(gap) && !isWrap(normalized, space, gap);
}

/** A single line break inside a sentence: the line is long or began with a capital, and a lower-case letter follows. */
function isWrap(normalized: NormalizedText, space: number, gap: string): boolean {
  // Other characters than white space in the gap are a list or heading mark, which begins a new sentence.
  if (gap.replaceAll("\r\n", "\n").split(/[\n\r]/).length > 2 || /\S/.test(gap)) return false;
  const { original } = normalized;
  const next = normalized.ends[space] ?? original.length;
  if (!/^\p{Ll}/u.test(original.slice(next, next + 2))) return false;
  const lineEnd = normalized.starts[space] ?? 0;
  const lineStart = original.lastIndexOf("\n", lineEnd - 1) + 1;
  return lineEnd - lineStart >= WRAPPED_LINE_LENGTH || /^\W*\p{Lu}/u.test(original.slice(lineStart, lineEnd));
}

function originalFrom(normalized: NormalizedText, index: number): string {
  const start = normalized.starts[index] ?? normalized.original.length;
  return normalized.original.slice(start, start + 3);
}

/** One sentence: its normalised text and its range in the original. */
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
