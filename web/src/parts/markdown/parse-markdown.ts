import { type MarkdownPiece, parseInline } from "./parse-inline.ts";

interface MarkdownItem {
  /** Marker before the item, such as "3." or "-". */
  readonly marker: string;
  readonly pieces: readonly MarkdownPiece[];
}

export type MarkdownBlock =
  | {
      readonly kind: "paragraph" | "heading" | "quotation" | "code";
      readonly pieces: readonly MarkdownPiece[];
    }
  | { readonly kind: "list"; readonly items: readonly MarkdownItem[] };

/** A block and the first line after it. */
interface Taken {
  readonly block: MarkdownBlock | null;
  readonly next: number;
}

const ITEM = /^\s{0,6}([-*+•]|\d{1,3}[.)])[ \t]+/;
const HEADING = /^ {0,3}#{1,6}[ \t]+/;
const QUOTATION = /^ {0,3}>[ \t]?/;
const FENCE = /^ {0,3}```/;
const CLOSING_FENCE = /^ {0,3}```\s*$/;

/** Parses paragraphs, lists, headings, quotations and code. Links, images and HTML stay plain text. */
export function parseMarkdown(source: string): readonly MarkdownBlock[] {
  const lines = new SourceLines(source);
  const blocks: MarkdownBlock[] = [];
  let index = 0;
  while (index < lines.count) {
    const { block, next } = takeBlock(lines, index);
    if (block !== null) blocks.push(block);
    index = next;
  }
  return blocks;
}

function takeBlock(lines: SourceLines, index: number): Taken {
  const first = lines.head(index);
  if (lines.isBlank(index)) return { block: null, next: index + 1 };
  if (FENCE.test(first)) return takeCode(lines, index);
  if (HEADING.test(first)) return takeMarked(lines, index, index + 1, HEADING, "heading");
  if (QUOTATION.test(first)) {
    const next = lines.skipWhile(index, (head) => QUOTATION.test(head));
    return takeMarked(lines, index, next, QUOTATION, "quotation");
  }
  if (ITEM.test(first)) return takeList(lines, index);
  const next = lines.skipWhile(index + 1, (head) => !/^\s*$/.test(head) && !startsBlock(head));
  const pieces = parseInline(lines.source, lines.at(index).start, lines.at(next - 1).end);
  return { block: { kind: "paragraph", pieces }, next };
}

/** Shows the rest of the opening fence's line too: nothing that the model wrote is hidden. */
function takeCode(lines: SourceLines, index: number): Taken {
  const end = lines.skipWhile(index + 1, (head) => !CLOSING_FENCE.test(head));
  const afterFence = lines.at(index).start + (FENCE.exec(lines.head(index))?.[0].length ?? 0);
  const isNamed = lines.source.slice(afterFence, lines.at(index).end).trim() !== "";
  const piece = plain(isNamed ? afterFence : lines.at(index + 1).start, lines.at(end - 1).end);
  return { block: piece.start < piece.end ? { kind: "code", pieces: [piece] } : null, next: end + 1 };
}

function takeMarked(
  lines: SourceLines,
  from: number,
  next: number,
  mark: RegExp,
  kind: "heading" | "quotation",
): Taken {
  const pieces: MarkdownPiece[] = [];
  for (let index = from; index < next; index += 1) {
    const { start, end } = lines.at(index);
    // The line end before it, so that two quoted lines stay two.
    if (index > from) pieces.push(plain(start - 1, start));
    pieces.push(...parseInline(lines.source, start + (mark.exec(lines.head(index))?.[0].length ?? 0), end));
  }
  return { block: { kind, pieces }, next };
}

function takeList(lines: SourceLines, from: number): Taken {
  const items: MarkdownItem[] = [];
  let index = from;
  for (let mark = ITEM.exec(lines.head(index)); mark !== null; mark = ITEM.exec(lines.head(index))) {
    const next = lines.skipWhile(index + 1, (head) => /^\s+\S/.test(head) && !startsBlock(head));
    const start = lines.at(index).start + mark[0].length;
    items.push({ marker: mark[1] ?? "", pieces: parseInline(lines.source, start, lines.at(next - 1).end) });
    // One blank line between two items does not end the list.
    index = lines.isBlank(next) && ITEM.test(lines.head(next + 1)) ? next + 1 : next;
  }
  return { block: { kind: "list", items }, next: index };
}

function startsBlock(head: string): boolean {
  return ITEM.test(head) || HEADING.test(head) || QUOTATION.test(head) || FENCE.test(head);
}

function plain(start: number, end: number): MarkdownPiece {
  return { start, end, strong: false, emphasis: false, code: false };
}

/** Place of a line in its source, without its line end. */
export interface SourceLine {
  readonly start: number;
  readonly end: number;
}

// Block marks are at the start of a line, and a line may be a megabyte.
const HEAD_LENGTH = 200;

/** Lines of a source, addressed by number, with their first characters. */
class SourceLines {
  readonly source: string;
  readonly #lines: readonly SourceLine[];

  constructor(source: string) {
    this.source = source;
    this.#lines = linesOf(source);
  }

  get count(): number {
    return this.#lines.length;
  }

  at(index: number): SourceLine {
    return this.#lines[index] ?? { start: this.source.length, end: this.source.length };
  }

  head(index: number): string {
    const { start, end } = this.at(index);
    return this.source.slice(start, Math.min(end, start + HEAD_LENGTH));
  }

  isBlank(index: number): boolean {
    return /^\s*$/.test(this.head(index));
  }

  /** Returns the first line from `index` on for which `holds` is false, or the end. */
  skipWhile(index: number, holds: (head: string) => boolean): number {
    let next = index;
    while (next < this.count && holds(this.head(next))) next += 1;
    return next;
  }
}

function linesOf(source: string): readonly SourceLine[] {
  const lines: SourceLine[] = [];
  let start = 0;
  while (start <= source.length) {
    const found = source.indexOf("\n", start);
    const end = found === -1 ? source.length : found;
    lines.push({ start, end });
    start = end + 1;
  }
  return lines;
}
