/** The only byte that ends a line. */
export const NEWLINE = 0x0a;

export interface FileLine {
  /** Counts from 1. */
  readonly number: number;
  /** Without the newline. */
  readonly bytes: Buffer;
  /** Byte offset just after the line and its newline. */
  readonly end: number;
  readonly isTerminated: boolean;
}

/** Only a line feed ends a line: `node:readline` would also split at U+2028, which JSON allows inside a string. */
export async function* splitLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<FileLine> {
  let number = 0;
  let end = 0;
  let pieces: Buffer[] = [];
  const finish = (isTerminated: boolean): FileLine => {
    const bytes = pieces.length === 1 && pieces[0] !== undefined ? pieces[0] : Buffer.concat(pieces);
    pieces = [];
    number += 1;
    end += bytes.length + (isTerminated ? 1 : 0);
    return { number, bytes, end, isTerminated };
  };

  for await (const chunk of chunks) {
    let start = 0;
    for (let stop = chunk.indexOf(NEWLINE); stop !== -1; stop = chunk.indexOf(NEWLINE, start)) {
      pieces.push(chunk.subarray(start, stop));
      start = stop + 1;
      yield finish(true);
    }
    if (start < chunk.length) pieces.push(chunk.subarray(start));
  }
  if (pieces.length > 0) yield finish(false);
}
