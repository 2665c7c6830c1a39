export type CsvCell = string | number | boolean | null;

/**
 * Formats a cell by RFC 4180; an unknown value is an empty cell. Text that a spreadsheet would run as a formula gets an
 * apostrophe before it. Text that already starts with apostrophes gets one too, so removing one always restores the
 * original.
 */
export function csvCell(cell: CsvCell): string {
  if (typeof cell !== "string") return cell === null ? "" : String(cell);
  const inert = /^'*[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

export function csvRow(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}
