/**
 * Reads zstd with any number of frames. Node's stream ends with the first, so each frame gets its own stream; RFC
 * 8878 defines where one ends.
 */
import { pipeline } from "node:stream";
import { createZstdDecompress } from "node:zlib";

const MAGIC_BYTES = 4;
const FRAME_MAGIC = 0xfd2fb528;
/** Skippable frames of other programs, under sixteen magic numbers; they hold nothing of the file itself. */
const isSkippable = (magic: number) => magic >>> 4 === 0x184d2a5;

/** Whether these first bytes mark a zstd file. */
export function isZstd(opening: Buffer): boolean {
  const magic = opening.length < MAGIC_BYTES ? 0 : opening.readUInt32LE();
  return magic === FRAME_MAGIC || isSkippable(magic);
}

/** Uses an error code like those of Node's own unpackers. */
function frameFault(problem: string): Error {
  return Object.assign(new Error(problem), { code: "ZSTD_FRAME" });
}

/** Yields the unpacked content, and holds no more than a block of it. */
export async function* unpackZstd(packed: AsyncIterable<Buffer>, chunkSize: number): AsyncGenerator<Buffer> {
  const bytes = new PackedBytes(packed);
  try {
    for (let magic = await bytes.next(MAGIC_BYTES); magic.length > 0; magic = await bytes.next(MAGIC_BYTES)) {
      const number = magic.length < MAGIC_BYTES ? 0 : magic.readUInt32LE();
      if (isSkippable(number)) {
        for await (const _ of bytes.pieces((await bytes.exactly(4)).readUInt32LE()));
      } else if (number === FRAME_MAGIC) {
        const unpacker = createZstdDecompress({ chunkSize });
        // The stream read below reports the failure; without a listener the process would crash.
        pipeline(frameOf(magic, bytes), unpacker, () => {});
        yield* unpacker;
      } else throw frameFault("what follows its frames of zstd is none");
    }
  } finally {
    await bytes.close();
  }
}

/**
 * Length of the dictionary number, by the lowest two bits of a header's first byte. The highest two give the length
 * of the content size.
 */
const DICTIONARY_BYTES = [0, 1, 2, 4];
const CONTENT_SIZE_BYTES = [0, 2, 4, 8];
const RUN_LENGTH_BLOCK = 1;
const CHECKSUM_BYTES = 4;

/** Yields a packed frame: its header, its blocks, each with its length and a mark for the last, and its checksum. */
async function* frameOf(magic: Buffer, bytes: PackedBytes): AsyncGenerator<Buffer> {
  const first = await bytes.exactly(1);
  const descriptor = first.readUInt8();
  const isSingleSegment = (descriptor & 0x20) !== 0;
  const sizeFlag = descriptor >>> 6;
  const sizeBytes = sizeFlag === 0 && isSingleSegment ? 1 : (CONTENT_SIZE_BYTES[sizeFlag] ?? 0);
  const window = isSingleSegment ? 0 : 1;
  const rest = await bytes.exactly(window + (DICTIONARY_BYTES[descriptor & 3] ?? 0) + sizeBytes);
  yield Buffer.concat([magic, first, rest]);
  for (let isLast = false; !isLast; ) {
    const header = await bytes.exactly(3);
    const block = header.readUIntLE(0, 3);
    isLast = (block & 1) === 1;
    yield header;
    yield* bytes.pieces(((block >>> 1) & 3) === RUN_LENGTH_BLOCK ? 1 : block >>> 3);
  }
  if ((descriptor & 4) !== 0) yield await bytes.exactly(CHECKSUM_BYTES);
}

/** Reads bytes by number from chunks of any size. */
class PackedBytes {
  readonly #source: AsyncIterator<Buffer>;
  #held: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Yields `count` bytes as they arrive. */
  async *pieces(count: number): AsyncGenerator<Buffer> {
    for (let left = count; left > 0; ) {
      if (this.#held.length === 0 && !(await this.#more()))
        throw frameFault("it ends in the middle of a frame of zstd");
      const piece = this.#held.subarray(0, left);
      this.#held = this.#held.subarray(piece.length);
      left -= piece.length;
      yield piece;
    }
  }

  async exactly(count: number): Promise<Buffer> {
    return Buffer.concat(await Array.fromAsync(this.pieces(count)));
  }

  /** Returns fewer bytes only at the end. */
  async next(count: number): Promise<Buffer> {
    while (this.#held.length < count && (await this.#more()));
    return this.exactly(Math.min(count, this.#held.length));
  }

  async #more(): Promise<boolean> {
    const { done, value } = await this.#source.next();
    if (done === true) return false;
    this.#held = Buffer.concat([this.#held, value]);
    return true;
  }

  async close(): Promise<void> {
    await this.#source.return?.();
  }
}
