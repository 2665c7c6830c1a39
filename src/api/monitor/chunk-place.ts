/** Place of a chunk in its file, so that a process with the file can read it again and verify that it is the same. */
import * as z from "zod";
import type { ByteRange } from "../../exchange/foreign-conversation.ts";
import { foreignFormats } from "../../exchange/foreign-formats.ts";
import { type Chunk, cutChunks } from "../../monitor/cut-chunks.ts";
import { monitorErrors } from "../../monitor/errors.ts";
import type { Sha256 } from "../../schema/ids.ts";
import type { ImportFormat } from "../../schema/run/run-plan.ts";
import { type CountSettings, loggedConversations, type ReadConversation } from "./logged-conversations.ts";

const Count = z.int().min(0);

/** Lines of a plain file, and which of their conversations: only numbers. */
export const ChunkPlace = z.object({
  /** Index of the file. */
  file: Count,
  start: Count,
  end: Count,
  /** Number of the first line, which names conversations without a name. */
  line: Count,
  /** Conversations of the first line that belong to the previous chunk. */
  skip: Count,
  conversations: Count,
});
export type ChunkPlace = z.infer<typeof ChunkPlace>;

/** The place of one conversation. */
export interface LinePlace {
  readonly bytes: ByteRange;
  readonly line: number;
  /** Index among the conversations in its line, from 0. */
  readonly nth: number;
}

/**
 * Tracks places of one file's conversations, in order. `null` if a conversation cannot be read from its place: in
 * packed or piped input, in Parquet, in a document, and for traces, whose parts are in several records.
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

/**
 * Returns `null` without a conversation.
 * @param places of its conversations, in order
 */
export function placeOfChunk(file: number, places: readonly LinePlace[]): ChunkPlace | null {
  const [first, last] = [places[0], places.at(-1)];
  if (first === undefined || last === undefined) return null;
  const { bytes, line, nth: skip } = first;
  return { file, start: bytes.start, end: last.bytes.end, line, skip, conversations: places.length };
}

/** Reads the chunk at a place. Throws if its content differs. */
export async function readChunkAt(
  { name, file, place }: { readonly name: Sha256; readonly file: string; readonly place: ChunkPlace },
  { from, by }: Pick<CountSettings, "from" | "by">,
  signal: AbortSignal,
): Promise<Chunk<string>> {
  const { skip, conversations } = place;
  // The process that cut it has reported bad records and accepted their share.
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
