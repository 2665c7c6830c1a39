import { DuckDBInstance } from "@duckdb/node-api";
import type { ColumnFacts, ColumnType } from "./table.ts";

/** DuckDB's name of each column type. */
const DUCKDB_TYPES: Readonly<Record<ColumnType, string>> = {
  text: "VARCHAR",
  json: "VARCHAR",
  integer: "INTEGER",
  long: "BIGINT",
  number: "DOUBLE",
  boolean: "BOOLEAN",
  time: "TIMESTAMP",
};

type Columns = readonly Pick<ColumnFacts, "name" | "type">[];
export type DuckRow = Readonly<Record<string, unknown>>;

export interface Duck extends Disposable {
  /** Returns rows as JSON does: a long becomes text. */
  ask(sql: string): Promise<readonly DuckRow[]>;
}

/** Opens a new database in memory. */
export async function openDuck(): Promise<Duck> {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  return {
    ask: async (sql) => (await connection.runAndReadAll(sql)).getRowObjectsJson(),
    [Symbol.dispose]: () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

/** Returns the columns of a Parquet file with their types, as DuckDB reads them. */
export async function describeParquet(duck: Duck, file: string): Promise<readonly unknown[]> {
  const rows = await duck.ask(`DESCRIBE SELECT * FROM '${file}'`);
  return rows.map(({ column_name, column_type }) => ({ name: column_name, type: column_type }));
}

export const duckColumns = (columns: Columns) =>
  columns.map(({ name, type }) => ({ name, type: DUCKDB_TYPES[type] }));

function columnsOption(columns: Columns): string {
  return `{${duckColumns(columns)
    .map(({ name, type }) => `"${name}": '${type}'`)
    .join(", ")}}`;
}

/** SQL that reads a table in each format; for CSV it removes the apostrophe that prevents formulas. */
export const reading = {
  parquet: (file: string) => `SELECT * FROM read_parquet('${file}')`,
  jsonl: (file: string, columns: Columns) =>
    `SELECT * FROM read_json('${file}', format = 'newline_delimited', columns = ${columnsOption(columns)})`,
  csv: (file: string, columns: Columns) => {
    const texts = columns
      .filter(({ type }) => type === "text" || type === "json")
      .map(({ name }) => `regexp_replace("${name}", '^''(''*[=+\\-@\\t\\r])', '\\1') AS "${name}"`);
    const from = `read_csv('${file}', header = true, delim = ',', quote = '"', escape = '"', nullstr = '', allow_quoted_nulls = false, new_line = '\\r\\n', columns = ${columnsOption(columns)})`;
    return `SELECT * REPLACE (${texts.join(", ")}) FROM ${from}`;
  },
};

/** Counts the rows that only one of two tables has. */
export async function differing(duck: Duck, first: string, second: string): Promise<number> {
  const [row] = await duck.ask(
    `SELECT count(*)::INTEGER AS n FROM (((${first}) EXCEPT ALL (${second})) UNION ALL ((${second}) EXCEPT ALL (${first})))`,
  );
  return Number(row?.["n"]);
}
