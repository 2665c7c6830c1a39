/** Rows as CSV, as JSON lines or as Parquet, piece by piece, so that their number does not matter. */
import { csvCell } from "../text/csv/csv-rows.ts";
import type { Cell, ColumnFacts } from "./table.ts";

export const TABLE_FORMATS = ["parquet", "csv", "jsonl"] as const;
export type TableFormat = (typeof TABLE_FORMATS)[number];

/** What a writer needs of a table. */
export interface TableRows {
  readonly columns: readonly Pick<ColumnFacts, "name" | "type" | "nullable">[];
  readonly rows: AsyncIterable<readonly Cell[]>;
}

/** As RFC 4180 has it; an unknown value is an empty cell, an empty text two quotation marks. */
export async function* csvPieces({ columns, rows }: TableRows): AsyncGenerator<string> {
  yield `${columns.map(({ name }) => name).join(",")}\r\n`;
  for await (const row of rows)
    yield `${row.map((cell) => (cell === "" ? '""' : csvCell(cell))).join(",")}\r\n`;
}

/** One object to a line, with every column in it. */
export async function* jsonlPieces({ columns, rows }: TableRows): AsyncGenerator<string> {
  const keys = columns.map(({ name }) => JSON.stringify(name));
  for await (const row of rows)
    yield `{${row.map((cell, index) => `${keys[index]}:${JSON.stringify(cell)}`).join(",")}}\n`;
}
