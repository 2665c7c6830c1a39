import { stripTerminal } from "./safe-text.ts";

export interface TableColumn {
  readonly title: string;
  readonly align?: "left" | "right";
}

const GAP = "  ";

/** Aligned plain text for a terminal, one line per row, without trailing white space or a last line end. */
export function renderTable(columns: readonly TableColumn[], rows: readonly (readonly string[])[]): string {
  const titles = columns.map(({ title }) => oneLine(title));
  const cells = rows.map((row) => columns.map((_, index) => oneLine(row[index] ?? "")));
  const widths = columns.map((_, index) =>
    [titles, ...cells].reduce((widest, row) => Math.max(widest, displayWidth(row[index] ?? "")), 0),
  );
  const line = (row: readonly string[]) =>
    columns
      .map(({ align }, index) => pad(row[index] ?? "", widths[index] ?? 0, align ?? "left"))
      .join(GAP)
      .trimEnd();
  return [line(titles), line(widths.map((width) => "─".repeat(width))), ...cells.map(line)].join("\n");
}

function oneLine(text: string): string {
  return stripTerminal(text).replace(/\s+/g, " ").trim();
}

function pad(text: string, width: number, align: "left" | "right"): string {
  const space = " ".repeat(width - displayWidth(text));
  return align === "right" ? space + text : text + space;
}

// Letters, punctuation and lines of one column each that never join: almost every text, and quicker than what follows.
const NARROW = /^[\x20-\x7E\xA0-\xAC\xAE-\u02FF\u2010-\u2027\u2030-\u203B\u2500-\u257F]*$/;
// Functions, because compiling the set of all emoji takes as long as the rest of a short command.
const graphemesOf = (text: string) => new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text);
const isEmoji = (grapheme: string) => /^\p{RGI_Emoji}$|^\p{Emoji_Presentation}/v.test(grapheme);
// Ideographs, kana, Hangul and the full-width forms, as East Asian Width has them.
const WIDE =
  /^[\u1100-\u115F\u2E80-\u303E\u3041-\u33FF\u3400-\u4DBF\u4E00-\u9FFF\uA000-\uA4CF\uA960-\uA97F\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6\u{16FE0}-\u{18AFF}\u{1B000}-\u{1B2FF}\u{20000}-\u{3FFFD}]/u;
const INVISIBLE = /^[\p{M}\p{Cc}\p{Cf}\p{DI}]+$/v;

/** Terminal columns that a line of text takes. */
export function displayWidth(text: string): number {
  if (NARROW.test(text)) return text.length;
  let columns = 0;
  for (const { segment } of graphemesOf(text)) columns += graphemeWidth(segment);
  return columns;
}

function graphemeWidth(grapheme: string): number {
  if (INVISIBLE.test(grapheme)) return 0;
  return isEmoji(grapheme) || WIDE.test(grapheme) ? 2 : 1;
}

/** A table of cells that are Markdown already. */
export function markdownTable(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  return [titles, titles.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}
