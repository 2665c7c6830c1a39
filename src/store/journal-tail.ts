import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { JOURNAL_VERSION, JournalEntry } from "../schema/journal.ts";
import { errorCode } from "./error-code.ts";
import { parseArtifact } from "./parse-artifact.ts";
import { parseJson } from "./parse-json.ts";

const NEWLINE = 0x0a;
const CHUNK_BYTES = 256 * 1024;

/** Reads a journal that another process may be writing, each whole line once. */
export class JournalTail {
  readonly #path: string;
  #offset = 0;

  constructor(path: string) {
    this.#path = path;
  }

  /** The lines since the last call. A line without its newline is left for the next one. */
  async *readNew(): AsyncGenerator<JournalEntry> {
    const size = await sizeOf(this.#path);
    if (size <= this.#offset) return;
    let pieces: Buffer[] = [];
    const chunks: AsyncIterable<Buffer> = createReadStream(this.#path, {
      start: this.#offset,
      end: size - 1,
      highWaterMark: CHUNK_BYTES,
    });
    for await (const chunk of chunks) {
      let start = 0;
      for (let stop = chunk.indexOf(NEWLINE); stop !== -1; stop = chunk.indexOf(NEWLINE, start)) {
        const line = Buffer.concat([...pieces, chunk.subarray(start, stop)]);
        pieces = [];
        start = stop + 1;
        this.#offset += line.length + 1;
        const where = { path: this.#path };
        yield parseArtifact(parseJson(line, where), JournalEntry, JOURNAL_VERSION, where);
      }
      if (start < chunk.length) pieces.push(chunk.subarray(start));
    }
  }
}

/** 0 where the file is not there yet. */
async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return 0;
    throw error;
  }
}
