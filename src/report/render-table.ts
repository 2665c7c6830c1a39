import { displayWidth } from "./display-width.ts";
import { stripTerminal } from "./strip-terminal.ts";

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
