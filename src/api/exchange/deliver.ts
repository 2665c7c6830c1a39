import { writeAtomically } from "../../store/atomic-write.ts";

export interface Destination {
  /** Output file. @default the result carries it as text, which parquet cannot be */
  readonly file?: string;
  /** Receives every piece of the text instead, so that a text of any size fits in memory. */
  readonly write?: (piece: string) => void | Promise<void>;
}

/** At most one of the two is set. */
export interface Delivered {
  readonly path: string | null;
  readonly content: string | null;
}

/** Writes an export to its destination; a file appears only when it is complete. */
export async function deliver(
  pieces: AsyncIterable<string | Uint8Array>,
  { file, write }: Destination,
): Promise<Delivered> {
  if (file !== undefined) {
    await writeAtomically(file, pieces);
    return { path: file, content: null };
  }
  let content = "";
  for await (const piece of pieces) {
    if (typeof piece !== "string") throw new TypeError("bytes need a file");
    if (write === undefined) content += piece;
    else await write(piece);
  }
  return { path: null, content: write === undefined ? content : null };
}
