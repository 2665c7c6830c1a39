import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { firstDifference } from "../kernel/first-difference.ts";
import { decodeJson } from "./artefact-files.ts";
import { toReadError } from "./file-system.ts";
import { readLines } from "./files/read-lines.ts";

interface FieldDifference {
  /** Keys and indices, joined by dots; "" for the whole document. */
  readonly field: string;
  readonly found: unknown;
  readonly expected: unknown;
}

/** How a file differs from its expected content. */
export interface FileDifference extends FieldDifference {
  readonly file: string;
  /** Counted from 1; `null` if the file is one document. */
  readonly row: number | null;
  /** The file was compared with the seal instead of being recomputed; `found` describes the difference in words. */
  readonly isSealed?: true;
}

/** Compares a file of lines with recomputed lines as they arrive. */
export interface LineComparison {
  take(lines: readonly string[]): Promise<void>;
  /** The first row that differs byte for byte from the recomputed one; `null` if all are equal. */
  finish(): Promise<FileDifference | null>;
  close(): Promise<void>;
}

export function compareLines(path: string): LineComparison {
  const file = basename(path);
  const lines = readLines(path);
  let row = 0;
  let first: FileDifference | null = null;
  const next = () =>
    lines.next().catch((error: unknown) => {
      throw toReadError(error, path);
    });
  const take = async (line: string) => {
    row += 1;
    if (first !== null) return;
    const found = await next();
    if (!found.done && found.value.bytes.toString("utf8") === line) return;
    const expected: unknown = JSON.parse(line);
    first = found.done
      ? { file, row, field: "", found: undefined, expected }
      : {
          file,
          row,
          ...describeValueDifference(decodeJson(found.value.bytes, { path, line: row }), expected),
        };
  };
  return {
    take: async (expected) => {
      for (const line of expected) await take(line);
    },
    finish: async () => {
      if (first !== null) return first;
      const more = await next();
      if (more.done) return null;
      const found = decodeJson(more.value.bytes, { path, line: row + 1 });
      return { file, row: row + 1, field: "", found, expected: undefined };
    },
    close: async () => {
      await lines.return(undefined);
    },
  };
}

/** The first field of a document that differs from the recomputed one; `null` if the bytes are equal. */
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

/** Equal values may still differ in bytes: in key order or white space. */
function describeValueDifference(found: unknown, expected: unknown): FieldDifference {
  const plain: unknown = JSON.parse(JSON.stringify(expected));
  const difference = firstDifference(found, plain);
  if (difference === null) return { field: "", found: "the same values", expected: "in other bytes" };
  const { path, ...values } = difference;
  return { field: path.join("."), ...values };
}
