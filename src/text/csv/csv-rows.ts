export type CsvCell = string | number | boolean | null;

/**
 * As RFC 4180 has it; an unknown value is an empty cell. A text that a spreadsheet would run as a formula gets an
 * apostrophe before it, and so does one that already has some there: whoever takes one away has the text again.
 */
export function csvCell(cell: CsvCell): string {
  if (typeof cell !== "string") return cell === null ? "" : String(cell);
  const inert = /^'*[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/** Cells as a line of RFC 4180. */
export function csvRow(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}
