/** A long response of many short ones, each on a line of its own. */
const NEWLINE = 0x0a;

/**
 * Each line as JSON, as soon as it is there. `undefined` stands for one that is no JSON, or that is too long to be kept:
 * it was a line all the same. Empty ones are none.
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
  /** Decoded only when whole: a character may lie across two chunks. */
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

/** `undefined` for what is no JSON. */
export function parseJson(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
