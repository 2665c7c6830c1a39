import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { asyncBufferFromFile, type Compressors, parquetMetadataAsync, parquetReadObjects } from "hyparquet";

/** Node unpacks what the reader does not by itself; LZ4 and LZO are left. */
const UNPACKERS: Compressors = {
  GZIP: (packed) => gunzipSync(packed),
  ZSTD: (packed) => zstdDecompressSync(packed),
  BROTLI: (packed) => brotliDecompressSync(packed),
};

/** So many rows are held at a time, however large a row group is. */
const ROWS_AT_A_TIME = 5000;

/** The rows of a Parquet file, each an object without what is null. */
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

/** Tools keep what has structure as JSON in a column of texts. */
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
    // Somebody's words, which happen to begin so.
    return cell;
  }
}

function plainRow(row: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(row).flatMap(([column, cell]) => (cell == null ? [] : [[column, plainValue(cell)]])),
  );
}

/** As JSON would have it: no big numbers, no dates, nothing that is null in an object. */
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
