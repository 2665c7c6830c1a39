import { writeAtomically } from "../../store/atomic-write.ts";

/** Where an export goes. */
export interface Destination {
  /** Where to write it. @default the result carries it as text, which parquet cannot be */
  readonly file?: string;
  /** Told every piece of the text as it comes, instead: a text of any size is never held. */
  readonly write?: (piece: string) => void | Promise<void>;
}

/** At most one of the two is there. */
export interface Delivered {
  readonly path: string | null;
  readonly content: string | null;
}

/** An export at its destination; a file is there when it is whole. */
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
