import { createReadStream } from "node:fs";
import { JOURNAL_VERSION, JournalEntry } from "../schema/run/journal.ts";
import { decodeJson, parseArtefact } from "./artefact-files.ts";
import { statIfThere } from "./file-system.ts";

const NEWLINE = 0x0a;
const CHUNK_BYTES = 256 * 1024;

/** Lines of a journal that were not read before. */
export interface NewJournalLines {
  /** They are its first: what was counted earlier, in another file of that name or up to a damaged line, is void. */
  readonly isFromStart: boolean;
  readonly entries: AsyncIterable<JournalEntry>;
}

/** Reads a journal that another process may be writing, each whole line once. */
export class JournalTail {
  readonly #path: string;
  #offset = 0;
  /** Which file it was: one that is written anew takes the place of another. */
  #inode: number | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** The lines since the last call. A line without its newline is left for the next one. */
  async readNew(): Promise<NewJournalLines> {
    const file = await statIfThere(this.#path);
    const size = file?.size ?? 0;
    if (file?.ino !== this.#inode || size < this.#offset) this.#offset = 0;
    this.#inode = file?.ino;
    return { isFromStart: this.#offset === 0, entries: this.#read(size) };
  }

  async *#read(size: number): AsyncGenerator<JournalEntry> {
    const start = this.#offset;
    if (size <= start) return;
    // Until all of it was good. A damaged journal is read again from its start, when someone may have mended it.
    this.#offset = 0;
    let end = start;
    let pieces: Buffer[] = [];
    const chunks: AsyncIterable<Buffer> = createReadStream(this.#path, {
      start,
      end: size - 1,
      highWaterMark: CHUNK_BYTES,
    });
    for await (const chunk of chunks) {
      let from = 0;
      for (let stop = chunk.indexOf(NEWLINE); stop !== -1; stop = chunk.indexOf(NEWLINE, from)) {
        const line = Buffer.concat([...pieces, chunk.subarray(from, stop)]);
        pieces = [];
        from = stop + 1;
        end += line.length + 1;
        const where = { path: this.#path };
        yield parseArtefact(decodeJson(line, where), JournalEntry, JOURNAL_VERSION, where);
      }
      if (from < chunk.length) pieces.push(chunk.subarray(from));
    }
    this.#offset = end;
  }
}
