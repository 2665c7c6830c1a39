import type { FindRow } from "./find-rows.ts";
import type { WordMatcher } from "./match-words.ts";
import { describeBallots, rowWords } from "./row-words.ts";

type Column = (row: FindRow, matcher: WordMatcher | null) => CsvCell;

const COLUMNS: Readonly<Record<string, Column>> = {
  scan: ({ index }) => index.scan,
  model_id: ({ index }) => index.model_id,
  kind: ({ kind }) => kind,
  mode_id: ({ verdict }) => verdict?.mode_id ?? null,
  severity: ({ verdict }) => verdict?.severity ?? null,
  scenario_id: ({ conversation }) => conversation.scenario_id,
  repeat: ({ conversation }) => conversation.repeat,
  turn: ({ turn }) => turn,
  words: (row, matcher) => rowWords(row, matcher)[0]?.text ?? "",
  rationale: ({ verdict }) => verdict?.rationales[0] ?? null,
  votes: (row) => describeBallots(row),
  contested: ({ verdict }) => (verdict === null ? null : verdict.contested ? "yes" : "no"),
  label: ({ verdict }) => verdict?.label ?? null,
};

/** A set as a table for other programs, one line for each row. */
export function renderRowsCsv(rows: readonly FindRow[], matcher: WordMatcher | null): string {
  const names = Object.keys(COLUMNS);
  const lines = rows.map((row) => Object.values(COLUMNS).map((column) => csvCell(column(row, matcher))));
  return [names, ...lines].map((cells) => `${cells.join(",")}\r\n`).join("");
}

export type CsvCell = string | number | boolean | null;

/** As RFC 4180 has it; an unknown value is an empty cell. */
export function csvCell(cell: CsvCell): string {
  if (typeof cell !== "string") return cell === null ? "" : String(cell);
  // A spreadsheet runs a cell that begins so as a formula.
  const inert = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
