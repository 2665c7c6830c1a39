/** Writes rows as CSV, JSON lines or Parquet in pieces, so that memory does not depend on their number. */
import { csvCell } from "../text/csv/csv-rows.ts";
import type { Cell, ColumnFacts } from "./table.ts";

export const TABLE_FORMATS = ["parquet", "csv", "jsonl"] as const;
export type TableFormat = (typeof TABLE_FORMATS)[number];

/** Fields of a table that a writer needs. */
export interface TableRows {
  readonly columns: readonly Pick<ColumnFacts, "name" | "type" | "nullable">[];
  readonly rows: AsyncIterable<readonly Cell[]>;
}

/** Writes CSV by RFC 4180; an unknown value is an empty cell, an empty text is two quotation marks. */
export async function* csvPieces({ columns, rows }: TableRows): AsyncGenerator<string> {
  yield `${columns.map(({ name }) => name).join(",")}\r\n`;
  for await (const row of rows)
    yield `${row.map((cell) => (cell === "" ? '""' : csvCell(cell))).join(",")}\r\n`;
}

/** Writes one object per line, with every column. */
export async function* jsonlPieces({ columns, rows }: TableRows): AsyncGenerator<string> {
  const keys = columns.map(({ name }) => JSON.stringify(name));
  for await (const row of rows)
    yield `{${row.map((cell, index) => `${keys[index]}:${JSON.stringify(cell)}`).join(",")}}\n`;
}
