import { isWordCode } from "./words.ts";

const LONGEST_LABEL = 300;
const LONGEST_TARGET = 500;
const DEEPEST_INDENT = 64;

export interface MarkdownLink {
  /** Index of the bracket that closes the label. */
  readonly close: number;
  /** Index after the target. */
  readonly end: number;
}

/** Returns the link whose label opens at `index`, or `null` for an ordinary bracket. */
export function markdownLinkAt(text: string, index: number): MarkdownLink | null {
  // Bounded, so that a text of only brackets stays linear.
  const close = text.slice(index, index + LONGEST_LABEL).indexOf("](");
  if (close < 0) return null;
  const label = text.slice(index + 1, index + close);
  const target = /^[^\s()]*(?:\([^\s()]*\)[^\s()]*)?(?: "[^"\n]*")?\)/.exec(
    text.slice(index + close + 2, index + close + 2 + LONGEST_TARGET),
  );
  if (target === null || /[\n[]/.test(label)) return null;
  return { close: index + close, end: index + close + 2 + target[0].length };
}

/**
 * Returns the number of code units of markup at `index`: emphasis, code, headings, quote and list marks.
 * The number of an ordered list is text: "8. It was high in May" may answer a question.
 */
export function markdownMarkLength(text: string, index: number): number {
  const mark = text[index];
  const next = text.charCodeAt(index + 1);
  switch (mark) {
    case "*":
      return isSpaceOrEnd(next) && isSpaceOrEnd(text.charCodeAt(index - 1)) && !opensLine(text, index)
        ? 0
        : 1;
    case "_":
      return isWordCode(text.charCodeAt(index - 1)) && isWordCode(next) ? 0 : 1;
    case "`":
      return 1;
    case "~":
      return text[index + 1] === "~" ? 2 : 0;
    case "\\":
      return "*_`~#>[]-+.!\\".includes(text[index + 1] ?? " ") ? 1 : 0;
    case "#":
      return opensLine(text, index)
        ? (/^#{1,6}(?=\s)/.exec(text.slice(index, index + 7))?.[0].length ?? 0)
        : 0;
    case ">":
      return opensLine(text, index) ? 1 : 0;
    default:
      return isSpaceOrEnd(next) && opensLine(text, index) ? 1 : 0;
  }
}

function opensLine(text: string, index: number): boolean {
  for (let before = index - 1; before >= 0; before -= 1) {
    if (before < index - DEEPEST_INDENT) return false;
    const code = text.charCodeAt(before);
    if (code === 0x0a || code === 0x0d) return true;
    if (code !== 0x20 && code !== 0x09 && code !== 0x3e) return false;
  }
  return true;
}

function isSpaceOrEnd(code: number): boolean {
  return Number.isNaN(code) || code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0xa0;
}
