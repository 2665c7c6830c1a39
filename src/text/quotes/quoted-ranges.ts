import type { NormalizedText } from "../normalise/normalize-text.ts";
import type { TextRange } from "../normalise/words.ts";
import { isWordCode } from "../normalise/words.ts";

const LONGEST_QUOTATION = 600;
/** Words that begin with an apostrophe, which then opens no quotation. */
const ELISION = /^'(?:til|till|cause|cuz|em|bout|round|n|tis|twas|s|\d0s)\b/;

/** Returns text between quotation marks in a normalised text, without the marks, outermost only. */
export function quotedRanges(normalized: NormalizedText): TextRange[] {
  const { text } = normalized;
  const ranges: TextRange[] = [];
  const marks = /["']/g;
  for (let match = marks.exec(text); match !== null; match = marks.exec(text)) {
    const close = opens(normalized, match.index) ? closingMark(normalized, match.index) : -1;
    if (close < 0) continue;
    ranges.push({ start: match.index + 1, end: close });
    marks.lastIndex = close + 1;
  }
  return ranges;
}

function opens(normalized: NormalizedText, index: number): boolean {
  const { text } = normalized;
  const source = sourceOf(normalized, index);
  if (source === "\u2018" || source === "\u201c") return true;
  if (source === "\u2019" || source === "\u201d") return false;
  const before = text[index - 1];
  const after = text[index + 1];
  if (before !== undefined && !" ([-\"'/:".includes(before)) return false;
  if (after === undefined || after === " ") return false;
  return text[index] === '"' || !ELISION.test(text.slice(index, index + 8));
}

/** Returns the end of a quotation, or -1 if nothing closes it in its paragraph. */
function closingMark(normalized: NormalizedText, open: number): number {
  const { text } = normalized;
  const mark = text[open];
  const limit = Math.min(text.length, open + LONGEST_QUOTATION);
  let possessive = -1;
  for (let index = open + 2; index < limit; index += 1) {
    if (text[index] === " " && isParagraphBreak(normalized, index)) break;
    if (text[index] !== mark || isWordCode(text.charCodeAt(index + 1)) || text[index - 1] === " ") continue;
    const source = sourceOf(normalized, index);
    if (source === "\u2018" || source === "\u201c") continue;
    // The apostrophe of "caregivers' needs" does not close a quotation if a later mark does.
    if (mark === "'" && text[index - 1] === "s" && /^' [a-z]/.test(text.slice(index, index + 3))) {
      possessive = possessive < 0 ? index : possessive;
      continue;
    }
    return index;
  }
  return possessive;
}

function isParagraphBreak(normalized: NormalizedText, index: number): boolean {
  const gap = normalized.original.slice(normalized.starts[index], normalized.ends[index]);
  return gap.length > 1 && gap.replaceAll("\r\n", "\n").split("\n").length > 2;
}

function sourceOf(normalized: NormalizedText, index: number): string {
  return normalized.original.charAt(normalized.starts[index] ?? 0);
}
