import { writeAtomically } from "./atomic-write.ts";

export type Rows<Row> = AsyncIterable<Row> | Iterable<Row>;

/** Keys keep the order they have in `value`: a value fresh from its schema gives the same bytes every time. */
export async function writeJsonArtifact(path: string, value: unknown): Promise<void> {
  await writeAtomically(path, `${JSON.stringify(value, null, 2)}\n`);
}

/** One row to a line, written as they come, so that their number does not matter. */
export async function writeJsonLines(path: string, rows: Rows<unknown>): Promise<void> {
  await writeAtomically(path, toLines(rows));
}

async function* toLines(rows: Rows<unknown>): AsyncGenerator<string> {
  for await (const row of rows) yield `${JSON.stringify(row)}\n`;
}
