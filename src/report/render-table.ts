import { breakLine, displayWidth } from "./fit-text.ts";
import { stripTerminal } from "./safe-text.ts";

export interface TableColumn {
  readonly title: string;
  readonly align?: "left" | "right";
}

const GAP = "  ";
/** Minimum width of prose: a narrower column has single words per line and is unreadable. */
const NARROWEST_PROSE = 18;
const PROSE = /\p{L}{3,}\s+\p{L}{2,}/u;

/**
 * Renders plain text for a terminal within a maximum width, without trailing white space or a final line end. First
 * wraps prose; if that is not enough, sets each row as a block. Never breaks words or numbers.
 */
export function renderTable(
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
  width: number,
): string {
  const titles = columns.map(({ title }) => oneLine(title));
  const cells = rows.map((row) => columns.map((_, index) => oneLine(row[index] ?? "")));
  const widths = fittingWidths(columns, [titles, ...cells], width);
  return widths === null ? stackRows(titles, cells, width) : alignRows(columns, titles, cells, widths);
}

/** A column's title and the function for its cells. */
export type CellColumn<Row> = readonly [title: string, cell: (row: Row) => string, align?: "right"];

/**
 * Renders rows as a table and skips `false` columns: `renderRows(models, [["Model", ({ name }) => name], ["Calls", ({
 * calls }) => String(calls), "right"]], width)`.
 */
export function renderRows<Row>(
  rows: readonly Row[],
  columns: readonly (CellColumn<Row> | false)[],
  width: number,
): string {
  const shown = columns.filter((column) => column !== false);
  return renderTable(
    shown.map(([title, , align]) => ({ title, align: align ?? "left" })),
    rows.map((row) => shown.map(([, cell]) => cell(row))),
    width,
  );
}

function alignRows(
  columns: readonly TableColumn[],
  titles: readonly string[],
  cells: readonly (readonly string[])[],
  widths: readonly number[],
): string {
  const linesOf = (row: readonly string[]) => {
    const broken = row.map((cell, index) => breakLine(cell, widths[index] ?? 0));
    const height = Math.max(1, ...broken.map((lines) => lines.length));
    return Array.from({ length: height }, (_, line) =>
      columns
        .map(({ align }, index) => pad(broken[index]?.[line] ?? "", widths[index] ?? 0, align ?? "left"))
        .join(GAP)
        .trimEnd(),
    );
  };
  const rule = widths.map((wide) => "─".repeat(wide)).join(GAP);
  return [...linesOf(titles), rule, ...cells.flatMap(linesOf)].join("\n");
}

/**
 * Starts with the content widths; if they are too wide, shrinks columns of prose, the widest first. `null` if that is
 * not enough.
 */
function fittingWidths(
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
  width: number,
): readonly number[] | null {
  const widest = (index: number, measure: (cell: string) => number) =>
    rows.reduce((most, row) => Math.max(most, measure(row[index] ?? "")), 0);
  const widths = columns.map((_, index) => widest(index, displayWidth));
  const least = columns.map(({ align }, index) => {
    const isProse = align !== "right" && rows.some((row) => PROSE.test(row[index] ?? ""));
    const natural = widths[index] ?? 0;
    return isProse ? Math.min(natural, Math.max(NARROWEST_PROSE, widest(index, longestWord))) : natural;
  });
  let excess = sum(widths) + GAP.length * (columns.length - 1) - width;
  while (excess > 0) {
    const [giving] = widths
      .map((wide, index) => ({ wide, index, spare: wide - (least[index] ?? 0) }))
      .filter(({ spare }) => spare > 0)
      .toSorted((a, b) => b.wide - a.wide);
    if (giving === undefined) return null;
    widths[giving.index] = giving.wide - 1;
    excess -= 1;
  }
  return widths;
}

/** Renders one block per row: its first cell, then the others after their titles, as many per line as fit. */
function stackRows(titles: readonly string[], cells: readonly (readonly string[])[], width: number): string {
  return cells
    .flatMap(([name = "", ...values]) => [
      ...breakLine(name, width),
      ...flow(
        values.flatMap((value, index) => (value === "" ? [] : `${titles[index + 1] ?? ""} ${value}`.trim())),
        width - GAP.length,
      ).map((line) => GAP + line),
    ])
    .join("\n");
}

const BETWEEN = " · ";

/** Wraps fields into lines, broken between fields; a wider field gets lines of its own. */
function flow(fields: readonly string[], width: number): readonly string[] {
  const lines: string[] = [];
  for (const field of fields) {
    const longer = `${lines.at(-1) ?? ""}${BETWEEN}${field}`;
    if (lines.length > 0 && displayWidth(longer) <= width) lines.splice(-1, 1, longer);
    else lines.push(field);
  }
  return lines.flatMap((line) => breakLine(line, width));
}

function longestWord(text: string): number {
  return Math.max(0, ...text.split(" ").map(displayWidth));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function oneLine(text: string): string {
  return stripTerminal(text).replace(/\s+/g, " ").trim();
}

function pad(text: string, width: number, align: "left" | "right"): string {
  const space = " ".repeat(Math.max(0, width - displayWidth(text)));
  return align === "right" ? space + text : text + space;
}

/** Renders a table of cells that are already Markdown. */
export function markdownTable(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  return [titles, titles.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}
