import type * as z from "zod";
import { pathExists } from "./path-exists.ts";
import { readJsonLines } from "./read-artifact.ts";
import { writeJsonLines } from "./write-artifact.ts";

/** Rewrites a file row by row; nothing where it is missing. */
export async function redactLines<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  version: number,
  redact: (row: z.output<Schema>) => z.output<Schema>,
): Promise<void> {
  if (!(await pathExists(path))) return;
  const rows = readJsonLines(path, schema, { version, tornLastLine: "drop" });
  await writeJsonLines(path, mapRows(rows, redact));
}

async function* mapRows<Row>(rows: AsyncIterable<Row>, change: (row: Row) => Row): AsyncGenerator<Row> {
  for await (const row of rows) yield change(row);
}
