/** Hands chunks of a log out to workers, who write the results into the shared folder. */
import { basename, resolve } from "node:path";
import { placeOfDatabase } from "../../fleet/database.ts";
import { sha256 } from "../../kernel/hash.ts";
import type { Sha256 } from "../../schema/ids.ts";
import { readQueueNotes, removeQueueNote } from "../../store/remove-run.ts";
import type { BenchContext } from "../bench-context.ts";
import { apiErrors } from "../errors.ts";
import type { ChunkPlace } from "../monitor/chunk-place.ts";
import type { CountSettings } from "../monitor/logged-conversations.ts";
import { withQueuedWork } from "./coordinate.ts";
import { takeOutOfQueue } from "./forget-run.ts";

/** Fingerprints the parts that decide which words are found: every counting worker must have the same. */
export function partsOfWords({ checks = "", lexicons = "", engine = "" }: Readonly<Record<string, string>>) {
  return { checks, lexicons, engine };
}

/** Number of tasks to wait for at a time. */
const WAITED_FOR = 256;
/** A shared file system may report a new file as missing for a while. */
const SHOWS_AFTER_MS = 90_000;
const LOOK_EVERY_MS = 500;

export interface ChunksToHandOut {
  readonly queue: string;
  /** Folder for the counts. */
  readonly directory: string;
  readonly files: readonly string[];
  readonly settings: Pick<CountSettings, "from" | "by">;
  readonly fingerprints: ReturnType<typeof partsOfWords>;
  readonly chunks: readonly { readonly name: Sha256; readonly place: ChunkPlace }[];
  /** Whether a chunk is in the folder. */
  isCounted(name: Sha256): Promise<boolean>;
  /** Called as conversations are counted. */
  onCounted(conversations: number): void;
}

/** Lets workers count chunks. Removes the queue rows of an earlier attempt first: its results are in the folder. */
export async function countAmongWorkers(
  context: Pick<BenchContext, "clock" | "onNotice">,
  { queue: url, directory, files, settings, fingerprints, chunks, isCounted, onCounted }: ChunksToHandOut,
  signal: AbortSignal,
): Promise<void> {
  const { clock, onNotice } = context;
  const name = `${basename(directory)}-${sha256(directory).slice(0, 10)}/chunks`;
  const notes = await readQueueNotes(directory);
  const elsewhere = notes.filter(({ queue }) => queue !== placeOfDatabase(url));
  if (elsewhere.length > 0) throw apiErrors.IB_WORKERS_MAY_WRITE(directory, elsewhere);
  if (notes.length > 0) {
    await takeOutOfQueue(context, url, name, signal);
    await removeQueueNote(directory, name);
  }
  if (chunks.length === 0) return;
  // Workers need not read files that are counted here.
  const used = [...new Set(chunks.map(({ place }) => place.file))];
  const untilItShows = async (chunk: Sha256) => {
    const sinceMs = clock.monotonicMs();
    while (!(await isCounted(chunk))) {
      if (clock.monotonicMs() - sinceMs > SHOWS_AFTER_MS) throw apiErrors.IB_CHUNK_NOT_HERE(chunk, directory);
      await clock.sleep(LOOK_EVERY_MS, signal);
    }
  };
  await withQueuedWork(
    {
      url,
      name,
      runs: [{ runId: name, directory }],
      planned: {
        kind: "monitor",
        directory,
        files: used.map((file) => resolve(files[file] ?? "")),
        from: settings.from,
        by: settings.by,
      },
      fingerprints,
      tasks: chunks.map(({ name: task, place }) => ({
        task,
        payload: { ...place, file: used.indexOf(place.file) },
      })),
      journal: null,
      isBegun: false,
      asksAgain: false,
      ceilingUsd: null,
      spentUsd: 0,
      concurrency: WAITED_FOR,
      wanted: "that see the log and the folder at the same paths",
      clock,
      onNotice,
    },
    signal,
    async ({ executor }) => {
      const tasks = chunks.map((chunk) => ({ id: chunk.name, input: chunk }));
      const handler = async (chunk: (typeof chunks)[number]) => {
        await untilItShows(chunk.name);
        return chunk.place.conversations;
      };
      for await (const conversations of executor.run({ tasks, handler }, signal)) onCounted(conversations);
    },
  );
}
