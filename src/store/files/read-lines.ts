import { createReadStream } from "node:fs";
import { type FileLine, splitLines } from "../../kernel/split-lines.ts";

const CHUNK_BYTES = 256 * 1024;

/** Reads the lines of a file of any size. */
export function readLines(path: string): AsyncGenerator<FileLine> {
  return splitLines(createReadStream(path, { highWaterMark: CHUNK_BYTES }));
}
