/** Writes counts and hits as tables for other programs. */
import { fileWriter, parquetWriteRows } from "hyparquet-writer";
import { MonitorCount, MonitorDay, MonitorHit } from "../schema/monitor/monitor.ts";
import { type CsvCell, csvRow } from "../text/csv/csv-rows.ts";

type Row = Readonly<Record<string, CsvCell>>;

/** Number columns in parquet. The names come from the schema, in its order. */
const NUMBERS: ReadonlySet<string> = new Set([
  "conversations",
  "answered",
  "replies",
  "messages",
  "turn",
  "hits",
]);

/** A table with the keys of its rows as columns. */
export interface MonitorTable {
  readonly columns: readonly string[];
}

export const DAY_TABLE: MonitorTable = { columns: Object.keys(MonitorDay.shape) };
export const COUNT_TABLE: MonitorTable = { columns: Object.keys(MonitorCount.shape) };
export const HIT_TABLE: MonitorTable = { columns: Object.keys(MonitorHit.shape) };

export function renderTableCsv({ columns }: MonitorTable, rows: readonly Row[]): string {
  const lines = rows.map((row) => columns.map((column) => row[column] ?? null));
  return [columns, ...lines].map(csvRow).join("");
}

/** Maximum number of rows in memory. */
const ROWS_IN_A_GROUP = 50_000;

/** Writes rows as they come, so that their number does not affect memory. */
export async function writeParquet(
  path: string,
  { columns }: MonitorTable,
  rows: AsyncIterable<Row> | Iterable<Row>,
): Promise<void> {
  await parquetWriteRows({
    writer: fileWriter(path),
    rows,
    columns: columns.map((name) => ({
      name,
      type: NUMBERS.has(name) ? "INT32" : "STRING",
      nullable: !NUMBERS.has(name),
    })),
    rowGroupSize: ROWS_IN_A_GROUP,
  });
}
