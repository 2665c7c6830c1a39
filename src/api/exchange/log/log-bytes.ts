/** The bytes of a log, wherever they come from and however they are packed. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline, type Transform } from "node:stream";
import { createGunzip, createZstdDecompress } from "node:zlib";

const CHUNK_BYTES = 256 * 1024;

export type Bytes = AsyncIterable<Uint8Array | string>;

export interface LogBytes {
  /** Unpacked. */
  readonly chunks: AsyncIterable<Buffer>;
  /** Its first bytes, unpacked as far as they go. */
  readonly opening: Buffer;
  /** Of the bytes as they were, packed; known when all of them were read. */
  hash(): string;
  /** Whether bytes of a path were left packed: Node unpacks the first frame of zstd, and says nothing of others. */
  isCutShort(size: number): boolean;
  readonly isZstd: boolean;
  /** Of a log that is not read to its end. */
  close(): Promise<void>;
}

const GZIP = Buffer.from([0x1f, 0x8b]);
const ZSTD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);
const LONGEST_MAGIC = 4;

/** A file, or what is piped in. What it is packed with is seen from its first bytes, whatever it is called. */
export async function openLogBytes(
  source: string | Bytes,
  onBytes: (count: number) => void,
): Promise<LogBytes> {
  const hash = createHash("sha256");
  const raw = watched(
    typeof source === "string" ? createReadStream(source, { highWaterMark: CHUNK_BYTES }) : source,
    (chunk) => {
      hash.update(chunk);
      onBytes(chunk.length);
    },
  );
  const packed = await peek(raw, LONGEST_MAGIC);
  const unpacker = unpackerOf(packed.opening);
  const digest = () => hash.digest("hex");
  if (unpacker === null) return { ...packed, hash: digest, isZstd: false, isCutShort: () => false };
  const isZstd = packed.opening.subarray(0, ZSTD.length).equals(ZSTD);
  const isCutShort = (size: number) => isZstd && unpacker.bytesWritten < size;
  // What fails is told by the stream that is read below; without a listener it would be told to nobody's face.
  pipeline(packed.chunks, unpacker, () => {});
  return { ...(await peek(unpacker, LONGEST_MAGIC)), hash: digest, isZstd, isCutShort };
}

function unpackerOf(opening: Buffer): (Transform & { readonly bytesWritten: number }) | null {
  if (opening.subarray(0, GZIP.length).equals(GZIP)) return createGunzip({ chunkSize: CHUNK_BYTES });
  if (opening.subarray(0, ZSTD.length).equals(ZSTD)) return createZstdDecompress({ chunkSize: CHUNK_BYTES });
  return null;
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

/** The first bytes, and all of them again. */
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
