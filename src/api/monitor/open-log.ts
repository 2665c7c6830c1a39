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
  /** Counted so far, those that were counted before included. */
  readonly conversations: number;
  /** Of these, in chunks that an earlier attempt had finished. */
  readonly known: number;
  readonly bad: number;
}

/** A chunk that is not counted yet: what its conversations say, or where others find them. */
export type CutChunk =
  | { readonly isHere: true; readonly file: string; readonly chunk: Chunk<string> }
  | { readonly isHere: false; readonly name: Sha256; readonly place: ChunkPlace };

/** How a file of the log was cut. */
export interface LogRead {
  readonly cut: string;
  readonly realPath: string;
  readonly read: FileRead;
}

interface LogNeeds {
  readonly scoring: Sha256;
  /** Whether others are to count what they can read. */
  readonly isForOthers: boolean;
  onNotice(sentence: string): void;
}

/** As many keys as a person would look through. */
const MOST_KEYS = 100;

/** What of some files is not counted yet, chunk by chunk, and how each of them was cut. */
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
  // Where nobody has what is counted by, it is said after the first chunk: all of a log may take hours.
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
      // Not what a link to it is called: it is known again by any of them.
      const name = basename(realPath);
      const cut = cutName(realPath, settings);
      const stats = await statIfThere(file);
      const [bytes, modified_ms] = [stats?.size ?? 0, stats?.mtimeMs ?? 0];
      // What is no file, as a pipe is not, cannot be known again.
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

/** A file is found again by where it is, and by how it was cut. */
function cutName(realPath: string, { from, by, chunkSize, maxBadShare }: CountSettings): string {
  return sha256(JSON.stringify([realPath, from, by, chunkSize, maxBadShare])).slice(0, 32);
}
