/** Reads another tool's log as records: lines, elements of a JSON document, or rows of Parquet; plain, gzip or zstd. */
import type { ByteRange } from "../../../exchange/foreign-conversation.ts";
import { messageOf } from "../../../kernel/errors.ts";
import { splitLines } from "../../../kernel/split-lines.ts";
import { decodeJson } from "../../../store/artefact-files.ts";
import { ArtefactError } from "../../../store/errors.ts";
import { hashFile, statIfThere, toReadError } from "../../../store/file-system.ts";
import { apiErrors } from "../../errors.ts";
import { type Bytes, type LogBytes, openLogBytes } from "./log-bytes.ts";
import { splitJson } from "./split-json.ts";

/** Some lines of a plain file. */
export interface LineRange extends ByteRange {
  /** Number of the first line, counted from 1. */
  readonly line: number;
}

export interface LogFileOptions {
  /** Name in errors. */
  readonly name: string;
  /** A path, or piped input. */
  readonly source: string | Bytes;
  /** Keys that lead to the lists of records in a document; none for a list at its top. */
  readonly lists: readonly (readonly string[])[];
  /** Whether the format allows only lines. */
  readonly isLines: boolean;
  /** Reads only these lines of a path; the first has this number. @default all of it */
  readonly range?: LineRange;
  /** Called as bytes are read. */
  onBytes(count: number): void;
  /** Called with the hash of the bytes once all are read. */
  onHash(hash: string): void;
}

/** One record, or the reason why it is none. */
export interface LogRecord {
  readonly value: unknown;
  /** Set if the record is not JSON. */
  readonly fault: string | null;
  /** First line of the record, or its row in Parquet, counted from 1. */
  readonly line: number;
  /** Position of its line in a plain file. */
  readonly bytes?: ByteRange;
  /** Keys that lead to it, in a document. */
  readonly path: readonly PropertyKey[];
  /** Part before its list, in a document. */
  readonly head: unknown;
}

/** Yields records one by one and holds only one in memory. Throws for a file that ends too early; yields a bad record as one. */
export async function* readLogFile(options: LogFileOptions): AsyncGenerator<LogRecord> {
  const { name, source } = options;
  try {
    const log = await openLogBytes(source, options.onBytes, options.range ?? null);
    if (isParquet(log.opening)) {
      await log.close();
      yield* readRows(options);
      return;
    }
    yield* isLineByLine(options, log) ? readLineRecords(options, log) : readDocument(options, log);
    options.onHash(log.hash());
  } catch (error) {
    if (error instanceof ArtefactError || typeof source !== "string") throw faultOf(error, name);
    throw faultOf(toReadError(error, source), name);
  }
}

/** Uses the unpacker's own message for damage inside a packed file. */
function faultOf(error: unknown, name: string): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "Z_BUF_ERROR") return apiErrors.IB_DAMAGED_PACK(name, "it ends too early", { cause: error });
  return /^(Z_|ZSTD_)/.test(code)
    ? apiErrors.IB_DAMAGED_PACK(name, messageOf(error), { cause: error })
    : error;
}

const PARQUET = Buffer.from("PAR1");

function isParquet(opening: Buffer): boolean {
  return opening.subarray(0, PARQUET.length).equals(PARQUET);
}

/** Decides by the name if it tells; otherwise a first line that is JSON by itself means one record per line. */
function isLineByLine({ name, isLines, range }: LogFileOptions, { opening }: LogBytes): boolean {
  const plain = name.replace(/\.(gz|gzip|zst|zstd)$/i, "");
  if (isLines || range !== undefined || /\.(jsonl|ndjson)$/i.test(plain)) return true;
  if (/\.json$/i.test(plain) || /^\s*\[/.test(opening.toString("latin1"))) return false;
  const end = opening.indexOf("\n");
  if (end < 0) return false;
  try {
    decodeJson(opening.subarray(0, end), { path: name });
    return true;
  } catch {
    return false;
  }
}

async function* readLineRecords(
  { name, source, lists, range }: LogFileOptions,
  { chunks, isPacked }: LogBytes,
): AsyncGenerator<LogRecord> {
  // A pipe has a path too, but can be read only once.
  const canBeFound =
    typeof source === "string" && !isPacked && (await statIfThere(source))?.isFile() === true;
  const { start: from, line: first } = range ?? { start: 0, line: 1 };
  let end = from;
  for await (const read of splitLines(chunks)) {
    const [start, line] = [end, first + read.number - 1];
    end = from + read.end;
    if (read.bytes.every((byte) => byte <= 0x20)) continue;
    const { value, fault } = decoded(read.bytes, { path: name, line });
    const place = { line, ...(canBeFound ? { bytes: { start, end } } : {}) };
    const path = lists.find((keys) => Array.isArray(valueAt(value, keys)));
    const items = path === undefined ? null : valueAt(value, path);
    if (path === undefined || !Array.isArray(items)) yield { value, fault, ...place, path: [], head: null };
    else {
      for (const [index, item] of items.entries())
        yield { value: item, fault, ...place, path: [...path, index], head: value };
    }
  }
}

function decoded(
  bytes: Buffer,
  where: { readonly path: string; readonly line: number },
): Pick<LogRecord, "value" | "fault"> {
  try {
    return { value: decodeJson(bytes, where), fault: null };
  } catch (error) {
    if (!(error instanceof ArtefactError)) throw error;
    return { value: null, fault: error.problem };
  }
}

async function* readDocument(
  { name, lists }: LogFileOptions,
  { chunks }: LogBytes,
): AsyncGenerator<LogRecord> {
  let [headText, head]: [string | null, unknown] = [null, null];
  let hasList = false;
  for await (const piece of splitJson(chunks, lists)) {
    if (piece.path === null) {
      // The rest is a record only if the document has none of the lists, not even an empty one.
      const value = decodeJson(piece.bytes, { path: name });
      if (!hasList && !lists.some((path) => Array.isArray(valueAt(value, path))))
        yield { value, fault: null, line: 1, path: [], head: null };
      return;
    }
    hasList = true;
    if (piece.head !== headText) [headText, head] = [piece.head, decodeJson(piece.head, { path: name })];
    const { line, path } = piece;
    yield { ...decoded(piece.bytes, { path: name, line }), line, path, head };
  }
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (at, key) =>
      typeof at === "object" && at !== null && Object.hasOwn(at, key) ? Reflect.get(at, key) : undefined,
    value,
  );
}

async function* readRows({ name, source, onHash }: LogFileOptions): AsyncGenerator<LogRecord> {
  if (typeof source !== "string")
    throw new ArtefactError({ path: name }, "Parquet is read from its end, so it cannot be piped in");
  const { parquetRows } = await import("./parquet-rows.ts");
  let line = 0;
  try {
    for await (const value of parquetRows(source)) {
      line += 1;
      yield { value, fault: null, line, path: [], head: null };
    }
  } catch (error) {
    if (!(error instanceof Error) || "code" in error) throw error;
    throw new ArtefactError({ path: name }, `not a Parquet file that can be read: ${messageOf(error)}`, {
      cause: error,
    });
  }
  onHash((await hashFile(source)).sha256);
}
