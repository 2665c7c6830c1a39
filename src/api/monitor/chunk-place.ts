/** Where a chunk stands in its file, so that whoever sees the file can read it again, and be sure that it is the same. */
import * as z from "zod";
import type { ByteRange } from "../../exchange/foreign-conversation.ts";
import { foreignFormats } from "../../exchange/foreign-formats.ts";
import { type Chunk, cutChunks } from "../../monitor/cut-chunks.ts";
import { monitorErrors } from "../../monitor/errors.ts";
import type { Sha256 } from "../../schema/ids.ts";
import type { ImportFormat } from "../../schema/run/run-plan.ts";
import { type CountSettings, loggedConversations, type ReadConversation } from "./logged-conversations.ts";

const Count = z.int().min(0);

/** Lines of a plain file, and which of their conversations: numbers alone. */
export const ChunkPlace = z.object({
  /** Which of the files. */
  file: Count,
  start: Count,
  end: Count,
  /** The number of the first line, after which conversations without a name are called. */
  line: Count,
  /** Conversations of the first line that are the chunk's before. */
  skip: Count,
  conversations: Count,
});
export type ChunkPlace = z.infer<typeof ChunkPlace>;

/** The place of one conversation. */
export interface LinePlace {
  readonly bytes: ByteRange;
  readonly line: number;
  /** Of the conversations in its line, counted from 0. */
  readonly nth: number;
}

/**
 * For the conversations of one file, in order. `null` where one cannot be read from its place: in what is packed or piped in, in
 * Parquet and in a document, and where its parts are in several records, as those of a trace.
 */
export function createLinePlaces(from: ImportFormat): (read: ReadConversation) => LinePlace | null {
  const standsAlone = foreignFormats[from].kind === "conversations";
  let [start, nth] = [-1, 0];
  return ({ foreign: { place } }) => {
    const { bytes, line } = place;
    if (!standsAlone || bytes === undefined || line === undefined) return null;
    nth = bytes.start === start ? nth + 1 : 0;
    start = bytes.start;
    return { bytes, line, nth };
  };
}

/** `null` where there is no conversation. @param places of its conversations, in order */
export function placeOfChunk(file: number, places: readonly LinePlace[]): ChunkPlace | null {
  const [first, last] = [places[0], places.at(-1)];
  if (first === undefined || last === undefined) return null;
  const { bytes, line, nth: skip } = first;
  return { file, start: bytes.start, end: last.bytes.end, line, skip, conversations: places.length };
}

/** The chunk that stands there. Throws where it is another one. */
export async function readChunkAt(
  { name, file, place }: { readonly name: Sha256; readonly file: string; readonly place: ChunkPlace },
  { from, by }: Pick<CountSettings, "from" | "by">,
  signal: AbortSignal,
): Promise<Chunk<string>> {
  const { skip, conversations } = place;
  // Whoever cut it has told of bad records, and decided that they are not too many.
  const read = loggedConversations(file, { from, by, maxBadShare: 1 }, {}, signal, place);
  const some = async function* () {
    let index = 0;
    for await (const conversation of read) {
      if (index >= skip) yield conversation;
      index += 1;
      if (index === skip + conversations) return;
    }
  };
  for await (const chunk of cutChunks(some(), conversations, (_, content) => content)) {
    if (chunk.name === name) return chunk;
    break;
  }
  throw monitorErrors.IB_LOG_CHANGED(file, place);
}
