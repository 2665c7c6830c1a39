import { basename } from "node:path";
import { sha256 } from "../../kernel/hash.ts";
import { type Chunk, cutChunks } from "../../monitor/cut-chunks.ts";
import type { Sha256 } from "../../schema/ids.ts";
import { type FileRead, MONITOR_VERSION } from "../../schema/monitor/monitor.ts";
import { realPathOf, statIfThere } from "../../store/file-system.ts";
import type { MonitorFolder } from "../../store/monitor-folder.ts";
import { type ChunkPlace, createLinePlaces, placeOfChunk } from "./chunk-place.ts";
import { type CountSettings, loggedConversations, type ReadConversation } from "./logged-conversations.ts";

export interface MonitorProgress {
  /** Conversations counted so far, earlier ones included. */
  readonly conversations: number;
  /** Conversations of these in chunks that an earlier attempt finished. */
  readonly known: number;
  readonly bad: number;
}

/** An uncounted chunk: its conversations, or their place for workers. */
export type CutChunk =
  | { readonly isHere: true; readonly file: string; readonly chunk: Chunk<string> }
  | { readonly isHere: false; readonly name: Sha256; readonly place: ChunkPlace };

/** Chunks of one file of the log. */
export interface LogRead {
  readonly cut: string;
  readonly realPath: string;
  readonly read: FileRead;
}

interface LogNeeds {
  readonly scoring: Sha256;
  /** Whether workers count the files that they can read. */
  readonly isForOthers: boolean;
  onNotice(sentence: string): void;
}

/** The number of keys that a person would look through. */
const MOST_KEYS = 100;

/** Yields the uncounted chunks of some files, and how each file was cut. */
export function openLog(
  folder: Pick<MonitorFolder, "hasChunk" | "readFileRead">,
  files: readonly string[],
  settings: CountSettings,
  { scoring, isForOthers, onNotice }: LogNeeds,
  signal: AbortSignal,
) {
  const reads: LogRead[] = [];
  const seen = new Set<Sha256>();
  const keys = new Set<string>();
  let [done, known, bad] = [0, 0, 0];
  // Warns after the first chunk if no conversation has the key to group by: reading all of a log may take hours.
  let isQuiet = settings.by === null;
  const isCounted = async (chunk: Sha256) => seen.has(chunk) || folder.hasChunk(chunk, scoring);
  const asBefore = async (cut: string, bytes: number, modifiedMs: number): Promise<FileRead | null> => {
    const read = await folder.readFileRead(cut);
    if (read === null || read.bytes !== bytes || read.modified_ms !== modifiedMs) return null;
    for (const chunk of read.chunks) if (!(await isCounted(chunk))) return null;
    return read;
  };
  const note = (conversations: number) => {
    known += conversations;
    done += conversations;
  };
  const chunks = async function* (): AsyncGenerator<CutChunk> {
    for (const [index, file] of files.entries()) {
      const realPath = await realPathOf(file);
      // Uses the real name, not a link's, so that any link finds the file again.
      const name = basename(realPath);
      const cut = cutName(realPath, settings);
      const stats = await statIfThere(file);
      const [bytes, modified_ms] = [stats?.size ?? 0, stats?.mtimeMs ?? 0];
      // A pipe, or another non-file, cannot be recognised later.
      const before = stats?.isFile() ? await asBefore(cut, bytes, modified_ms) : null;
      if (before !== null) {
        note(before.conversations);
        bad += before.bad.length;
        reads.push({ cut, realPath, read: named(before, name) });
        continue;
      }
      const read: FileRead = {
        schema_version: MONITOR_VERSION,
        name,
        bytes,
        modified_ms,
        conversations: 0,
        chunks: [],
        bad: [],
      };
      const onBad = (record: FileRead["bad"][number]) => {
        bad += 1;
        read.bad.push({ ...record, file: name });
      };
      const conversations = loggedConversations(file, settings, { onBad }, signal);
      const placeOf = isForOthers ? createLinePlaces(settings.from) : () => null;
      const keep = (conversation: ReadConversation, content: string) => {
        const { label, model, foreign } = conversation;
        if (label !== null) isQuiet = true;
        if (model !== null) keys.add("model");
        if (keys.size < MOST_KEYS) for (const key of Object.keys(foreign.metadata)) keys.add(key);
        return placeOf(conversation) ?? content;
      };
      for await (const { name: chunk, items } of cutChunks(conversations, settings.chunkSize, keep)) {
        read.conversations += items.length;
        read.chunks.push(chunk);
        if (!isQuiet)
          onNotice(`None of the first ${items.length} conversations of ${file} has "${settings.by}".`);
        isQuiet = true;
        const isKnown = await isCounted(chunk);
        seen.add(chunk);
        const place = placeOfChunk(
          index,
          items.filter((item) => typeof item !== "string"),
        );
        if (isKnown) note(items.length);
        else if (place !== null) yield { isHere: false, name: chunk, place };
        else
          yield {
            isHere: true,
            file,
            chunk: { name: chunk, items: items.filter((item) => typeof item === "string") },
          };
      }
      reads.push({ cut, realPath, read });
    }
  };
  return {
    chunks: chunks(),
    reads,
    keys,
    progress: (counted: number): MonitorProgress => {
      done += counted;
      return { conversations: done, known, bad };
    },
  };
}

function named(read: FileRead, name: string): FileRead {
  return { ...read, name, bad: read.bad.map((record) => ({ ...record, file: name })) };
}

/** Identifies a file by its path and the way it was cut. */
function cutName(realPath: string, { from, by, chunkSize, maxBadShare }: CountSettings): string {
  return sha256(JSON.stringify([realPath, from, by, chunkSize, maxBadShare])).slice(0, 32);
}
