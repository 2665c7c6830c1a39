/** A displayed part of the source, with its style. Offsets are UTF-16 and `end` is exclusive. */
export interface MarkdownPiece {
  readonly start: number;
  readonly end: number;
  readonly strong: boolean;
  readonly emphasis: boolean;
  readonly code: boolean;
}

type Mark = "**" | "__" | "*" | "_" | "`";

interface Delimiter {
  readonly at: number;
  readonly mark: Mark;
}

interface Pair {
  readonly open: number;
  readonly close: number;
  readonly mark: Mark;
}

/** Parses emphasis, strong and code between two offsets, in one pass. An incomplete pair stays text. */
export function parseInline(source: string, from: number, to: number): readonly MarkdownPiece[] {
  const pairs = pairUp(source, from, to);
  if (pairs.length === 0) return from < to ? [{ start: from, end: to, ...PLAIN }] : [];
  const edges = pairs
    .flatMap(({ open, close, mark }) => [
      { at: open, mark, opens: true },
      { at: close, mark, opens: false },
    ])
    .sort((a, b) => a.at - b.at);
  const pieces: MarkdownPiece[] = [];
  const depth = { strong: 0, emphasis: 0, code: 0 };
  let position = from;
  const take = (end: number) => {
    if (position < end)
      pieces.push({
        start: position,
        end,
        strong: depth.strong > 0,
        emphasis: depth.emphasis > 0,
        code: depth.code > 0,
      });
  };
  for (const { at, mark, opens } of edges) {
    take(at);
    depth[styleOf(mark)] += opens ? 1 : -1;
    position = at + mark.length;
  }
  take(to);
  return pieces;
}

const PLAIN = { strong: false, emphasis: false, code: false } as const;

function styleOf(mark: Mark): "strong" | "emphasis" | "code" {
  if (mark === "`") return "code";
  return mark.length === 2 ? "strong" : "emphasis";
}

function pairUp(source: string, from: number, to: number): readonly Pair[] {
  const pairs: Pair[] = [];
  let open: Delimiter[] = [];
  let position = from;
  while (position < to) {
    const mark = markAt(source, position, to, open.at(-1)?.mark);
    if (mark === null) {
      position += 1;
      continue;
    }
    const closes = open.findLast((delimiter) => delimiter.mark === mark);
    if (closes !== undefined && canClose(source, position, mark, closes.at)) {
      pairs.push({ open: closes.at, close: position, mark });
      // Marks opened in between have no partner left.
      open = open.slice(0, open.indexOf(closes));
    } else if (closes === undefined && canOpen(source, position, mark, to)) {
      if (mark === "`") {
        const close = source.indexOf("`", position + 1);
        if (close !== -1 && close < to) {
          pairs.push({ open: position, close, mark });
          position = close;
        }
      } else open.push({ at: position, mark });
    }
    position += mark.length;
  }
  return pairs;
}

function markAt(source: string, at: number, to: number, innermost: Mark | undefined): Mark | null {
  const character = source[at];
  if (character === "`") return "`";
  if (character !== "*" && character !== "_") return null;
  // In `***` at the end of ***both***, the inner mark closes first.
  if (character === innermost && source[at + 1] === character && source[at + 2] === character)
    return character;
  if (at + 1 < to && source[at + 1] === character) return character === "*" ? "**" : "__";
  return character;
}

function canOpen(source: string, at: number, mark: Mark, to: number): boolean {
  const after = source[at + mark.length];
  if (at + mark.length >= to || after === undefined || /\s/.test(after)) return false;
  // A word such as `snake_case` is not emphasis.
  return !mark.startsWith("_") || !isWord(source[at - 1]);
}

function canClose(source: string, at: number, mark: Mark, openAt: number): boolean {
  const before = source[at - 1];
  if (before === undefined || /\s/.test(before) || at <= openAt + mark.length) return false;
  return !mark.startsWith("_") || !isWord(source[at + mark.length]);
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}]/u.test(character);
}
