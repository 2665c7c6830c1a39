/** Reads a long response of JSON lines. */
const NEWLINE = 0x0a;

/**
 * Yields each line as JSON as soon as it arrives. Yields `undefined` for a line that is not JSON or is too long. Skips
 * empty lines.
 */
export async function* jsonLines(
  chunks: AsyncIterable<Uint8Array>,
  longestBytes: number,
): AsyncGenerator<unknown> {
  let parts: Uint8Array[] = [];
  let bytes = 0;
  const take = (part: Uint8Array) => {
    bytes += part.byteLength;
    if (bytes > longestBytes) parts = [];
    else parts.push(part);
  };
  /** Decodes whole lines only: a character may span two chunks. */
  const finish = () => {
    const line = bytes > longestBytes ? undefined : Buffer.concat(parts).toString("utf8");
    parts = [];
    bytes = 0;
    return line;
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      take(chunk.subarray(start, end));
      start = end + 1;
      const line = finish();
      if (line?.trim() !== "") yield parseJson(line);
    }
    take(chunk.subarray(start));
  }
  const last = finish();
  if (last?.trim() !== "") yield parseJson(last);
}

/** Returns `undefined` if the text is not JSON. */
export function parseJson(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
