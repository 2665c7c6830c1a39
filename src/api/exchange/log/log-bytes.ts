/** Reads the bytes of a log from any source and compression. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";
import type { ByteRange } from "../../../exchange/foreign-conversation.ts";
import { isZstd, unpackZstd } from "./zstd-frames.ts";

const CHUNK_BYTES = 256 * 1024;

export type Bytes = AsyncIterable<Uint8Array | string>;

export interface LogBytes {
  /** Unpacked content. */
  readonly chunks: AsyncIterable<Buffer>;
  /** First bytes, unpacked as far as they go. */
  readonly opening: Buffer;
  /** Hash of the packed bytes, available once all are read. */
  hash(): string;
  /** Whether the file's bytes differ from its records' bytes. */
  readonly isPacked: boolean;
  /** Closes a log before its end. */
  close(): Promise<void>;
}

const GZIP = Buffer.from([0x1f, 0x8b]);
const LONGEST_MAGIC = 4;

/** Opens a file, a part of it, or piped input. Detects compression from the first bytes, not from the name. */
export async function openLogBytes(
  source: string | Bytes,
  onBytes: (count: number) => void,
  range: ByteRange | null,
): Promise<LogBytes> {
  const hash = createHash("sha256");
  const part = range === null ? {} : { start: range.start, end: range.end - 1 };
  const raw = watched(
    typeof source === "string" ? createReadStream(source, { highWaterMark: CHUNK_BYTES, ...part }) : source,
    (chunk) => {
      hash.update(chunk);
      onBytes(chunk.length);
    },
  );
  const packed = await peek(raw, LONGEST_MAGIC);
  const unpacked = unpack(packed);
  const digest = () => hash.digest("hex");
  if (unpacked === null) return { ...packed, hash: digest, isPacked: false };
  return { ...(await peek(unpacked, LONGEST_MAGIC)), hash: digest, isPacked: true };
}

/** Returns `null` for a plain log. */
function unpack({ opening, chunks }: Pick<LogBytes, "opening" | "chunks">): AsyncIterable<Buffer> | null {
  if (isZstd(opening)) return unpackZstd(chunks, CHUNK_BYTES);
  if (!opening.subarray(0, GZIP.length).equals(GZIP)) return null;
  return unpackGzip(chunks);
}

/** Node's unpacker ends at zero bytes, which may pad a file, and does not report what follows them. */
async function* unpackGzip(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const source = packed[Symbol.asyncIterator]();
  const unpacker = createGunzip({ chunkSize: CHUNK_BYTES });
  const feed = async () => {
    let given = 0;
    const isOver = () => given > unpacker.bytesWritten;
    for (let next = await source.next(); next.done !== true; next = await source.next()) {
      const { value: chunk } = next;
      const isPadding = isOver();
      given += chunk.length;
      if (!isPadding) await new Promise<unknown>((resolve) => unpacker.write(chunk, resolve));
      const unread = Math.min(chunk.length, given - unpacker.bytesWritten);
      // Uses an error code like those of Node's own unpackers.
      if (chunk.subarray(chunk.length - unread).some((byte) => byte !== 0))
        throw Object.assign(new Error("zero bytes stand in its middle, at which unpacking ends"), {
          code: "Z_REST",
        });
    }
    if (!isOver()) unpacker.end();
  };
  const fed = feed();
  // The stream that is read reports the failure; without a listener the process would crash.
  unpacker.on("error", () => {});
  fed.catch((error: Error) => unpacker.destroy(error));
  try {
    yield* unpacker;
    await fed;
  } finally {
    unpacker.destroy();
    await source.return?.();
  }
}

async function* watched(source: Bytes, see: (chunk: Buffer) => void): AsyncGenerator<Buffer> {
  for await (const piece of source) {
    const chunk = typeof piece === "string" ? Buffer.from(piece) : toBuffer(piece);
    see(chunk);
    yield chunk;
  }
}

function toBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** Returns the first bytes, and a stream that still has all of them. */
async function peek(
  source: AsyncIterable<Buffer>,
  length: number,
): Promise<Pick<LogBytes, "opening" | "chunks" | "close">> {
  const iterator = source[Symbol.asyncIterator]();
  const first: Buffer[] = [];
  let seen = 0;
  while (seen < length) {
    const next = await iterator.next();
    if (next.done === true) break;
    first.push(next.value);
    seen += next.value.length;
  }
  const again = async function* () {
    try {
      yield* first;
      for (let next = await iterator.next(); next.done !== true; next = await iterator.next())
        yield next.value;
    } finally {
      await iterator.return?.();
    }
  };
  const close = async () => void (await iterator.return?.());
  return { opening: Buffer.concat(first), chunks: again(), close };
}
