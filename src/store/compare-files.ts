import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { firstDifference } from "../kernel/first-difference.ts";
import { decodeJson } from "./artefact-files.ts";
import { toReadError } from "./file-system.ts";
import { readLines } from "./files/read-lines.ts";

interface FieldDifference {
  /** Keys and indices, joined by dots; "" for the whole. */
  readonly field: string;
  readonly found: unknown;
  readonly expected: unknown;
}

/** How a file differs from what it ought to hold. */
export interface FileDifference extends FieldDifference {
  readonly file: string;
  /** Counted from 1; `null` for a file that is one document. */
  readonly row: number | null;
}

/** As `compareLines`, of rows that have been through their schema. */
export function compareRows(path: string, rows: Iterable<unknown>): Promise<FileDifference | null> {
  return compareLines(
    path,
    Array.from(rows, (row) => JSON.stringify(row)),
  );
}

/** The first row that is not, byte for byte, what was made again; `null` where all are. Takes in all rows. */
export async function compareLines(
  path: string,
  expectedLines: AsyncIterable<string> | Iterable<string>,
): Promise<FileDifference | null> {
  const file = basename(path);
  const lines = readLines(path);
  let row = 0;
  let first: FileDifference | null = null;
  try {
    for await (const line of expectedLines) {
      row += 1;
      if (first !== null) continue;
      const next = await lines.next();
      if (!next.done && next.value.bytes.toString("utf8") === line) continue;
      const expected: unknown = JSON.parse(line);
      first = next.done
        ? { file, row, field: "", found: undefined, expected }
        : {
            file,
            row,
            ...describeValueDifference(decodeJson(next.value.bytes, { path, line: row }), expected),
          };
    }
    if (first !== null) return first;
    const more = await lines.next();
    if (more.done) return null;
    const found = decodeJson(more.value.bytes, { path, line: row + 1 });
    return { file, row: row + 1, field: "", found, expected: undefined };
  } catch (error) {
    throw toReadError(error, path);
  } finally {
    await lines.return(undefined);
  }
}

/** The first field of a document that is not what was made again; `null` where its bytes are the same. */
export async function compareDocument(path: string, expected: unknown): Promise<FileDifference | null> {
  const bytes = await readFile(path).catch((error: unknown) => {
    throw toReadError(error, path);
  });
  if (bytes.toString("utf8") === `${JSON.stringify(expected, null, 2)}\n`) return null;
  return {
    file: basename(path),
    row: null,
    ...describeValueDifference(decodeJson(bytes, { path }), expected),
  };
}

/** Equal values may still be written in other bytes: in another order, or with other white space. */
function describeValueDifference(found: unknown, expected: unknown): FieldDifference {
  const plain: unknown = JSON.parse(JSON.stringify(expected));
  const difference = firstDifference(found, plain);
  if (difference === null) return { field: "", found: "the same values", expected: "in other bytes" };
  const { path, ...values } = difference;
  return { field: path.join("."), ...values };
}
