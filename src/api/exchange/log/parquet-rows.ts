import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { asyncBufferFromFile, type Compressors, parquetMetadataAsync, parquetReadObjects } from "hyparquet";

/** Node unpacks formats that the reader lacks; LZ4 and LZO remain unsupported. */
const UNPACKERS: Compressors = {
  GZIP: (packed) => gunzipSync(packed),
  ZSTD: (packed) => zstdDecompressSync(packed),
  BROTLI: (packed) => brotliDecompressSync(packed),
};

/** Number of rows in memory at a time, for row groups of any size. */
const ROWS_AT_A_TIME = 5000;

/** Yields the rows of a Parquet file, each an object without null properties. */
export async function* parquetRows(path: string): AsyncGenerator<Readonly<Record<string, unknown>>> {
  const file = await asyncBufferFromFile(path);
  const metadata = await parquetMetadataAsync(file);
  let groupStart = 0;
  for (const group of metadata.row_groups) {
    const groupEnd = groupStart + Number(group.num_rows);
    for (let rowStart = groupStart; rowStart < groupEnd; rowStart += ROWS_AT_A_TIME) {
      const rowEnd = Math.min(rowStart + ROWS_AT_A_TIME, groupEnd);
      const read = await parquetReadObjects({ file, metadata, rowStart, rowEnd, compressors: UNPACKERS });
      for (const row of read) yield unpackedRow(row);
    }
    groupStart = groupEnd;
  }
}

/** Parses JSON in text columns, where tools store structured values. */
function unpackedRow(row: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(plainRow(row)).map(([column, cell]) => [
      column,
      typeof cell === "string" ? structureIn(cell) : cell,
    ]),
  );
}

function structureIn(cell: string): unknown {
  if (!/^\s*[[{]/.test(cell)) return cell;
  try {
    return JSON.parse(cell);
  } catch {
    // Plain text that happens to begin so.
    return cell;
  }
}

function plainRow(row: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(row).flatMap(([column, cell]) => (cell == null ? [] : [[column, plainValue(cell)]])),
  );
}

/** Converts a value as JSON would: no big numbers, no dates, no null properties in an object. */
function plainValue(value: unknown): unknown {
  if (typeof value === "bigint") {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value.toString();
  }
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(plainValue);
  if (typeof value === "object" && value !== null) return plainRow(Object.fromEntries(Object.entries(value)));
  return value;
}
