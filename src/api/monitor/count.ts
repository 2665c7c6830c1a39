import { basename, resolve } from "node:path";
import { createInProcessExecutor } from "../../executor/in-process.ts";
import { createThreadExecutor } from "../../executor/threads.ts";
import { sha256 } from "../../kernel/hash.ts";
import { chunkThreads, countChunks, wordScoring } from "../../monitor/chunk-work.ts";
import { type Chunk, cutChunks } from "../../monitor/cut-chunks.ts";
import { RedactedMonitorError } from "../../monitor/errors.ts";
import type { Sha256 } from "../../schema/ids.ts";
import { type FileRead, MONITOR_VERSION, type MonitorSummary } from "../../schema/monitor/monitor.ts";
import type { MonitorSample } from "../../schema/monitor/monitor-sample.ts";
import type { ImportFormat } from "../../schema/run/run-plan.ts";
import { statIfThere } from "../../store/file-system.ts";
import { type MonitorFolder, openMonitorFolder } from "../../store/monitor-folder.ts";
import { partsHere } from "../../transcript-work.ts";
import { type BenchContext, lockOptions } from "../bench-context.ts";
import { type Stoppable, signalOf, type TakingOver, type WorkersOption } from "../bench-options.ts";
import { assertWorkers } from "../eval/workers.ts";
import { MAX_BAD_SHARE } from "../exchange/import.ts";
import { drawSample, type SampleRequest } from "./draw.ts";
import { type CountSettings, loggedConversations } from "./logged-conversations.ts";
import { mergeFolder } from "./merge.ts";

export interface MonitorOptions extends Stoppable, TakingOver, WorkersOption {
  readonly from: ImportFormat;
  /** Where everything goes that is kept of the log; the same folder continues. */
  readonly directory: string;
  /** What is counted apart: `model`, or a key of the log's metadata. @default the log's own labels */
  readonly by?: string;
  /** Conversations that are counted together and kept when they are done. @default 1,000 */
  readonly chunkSize?: number;
  /** The share of a file's records that may be bad, from 0 to 1. @default 0.01 */
  readonly maxBadShare?: number;
  /** Conversations to draw, as a run that a judge can read. @default none are */
  readonly sample?: SampleRequest;
  /** Told after each chunk. */
  readonly onProgress?: (progress: MonitorProgress) => void;
}

export interface MonitorProgress {
  /** Counted so far, those that were counted before included. */
  readonly conversations: number;
  /** Of these, in chunks that an earlier attempt had finished. */
  readonly known: number;
  readonly bad: number;
}

export interface MonitorResult {
  readonly directory: string;
  readonly summary: MonitorSummary;
  /** `null` where none was asked for. */
  readonly sample: (MonitorSample & { readonly directory: string }) | null;
}

const CHUNK_SIZE = 1000;

/** Counts what word lists find in logs of any size, chunk by chunk, and draws conversations for a judge. */
export async function monitorLog(
  context: BenchContext,
  files: readonly string[],
  options: MonitorOptions,
): Promise<MonitorResult> {
  const { workers = 1, by = null, chunkSize = CHUNK_SIZE, maxBadShare = MAX_BAD_SHARE } = options;
  assertWorkers(workers);
  const signal = signalOf(options);
  const folder = await openMonitorFolder(options.directory, {
    mode: "write",
    ...lockOptions(context, options),
  });
  const alone = createInProcessExecutor({ concurrency: 1 });
  const corpus = await context.corpus();
  const threads =
    workers === 1
      ? null
      : createThreadExecutor({
          threads: workers,
          tasksPerThread: 1,
          table: chunkThreads(corpus),
          others: alone,
        });
  try {
    if ((await folder.readSummary())?.redacted) throw new RedactedMonitorError(folder.paths.path);
    const settings: CountSettings = { from: options.from, by, chunkSize, maxBadShare };
    const scoring = wordScoring(partsHere(corpus));
    const log = await openLog(folder, files, settings, scoring, signal);
    const { ids: forgotten } = await folder.readForgotten();
    const counted = countChunks(
      log.chunks,
      { directory: folder.paths.path, scoring, forgotten },
      {
        corpus,
        matcher: context.matcher,
        executor: threads ?? alone,
        ahead: workers === 1 ? 1 : workers + 1,
      },
      signal,
    );
    for await (const { conversations } of counted) options.onProgress?.(log.progress(conversations));
    options.onProgress?.(log.progress(0));
    for (const { cut, read } of log.reads) await folder.writeFileRead(cut, read);
    const reads = log.reads.map(({ read }) => read);
    const summary = await mergeFolder(folder, { corpus, settings, scoring, reads }, signal);
    const sample =
      options.sample === undefined
        ? null
        : await drawSample(
            { folder, summary, files, settings, request: options.sample },
            { corpus, clock: context.clock },
            signal,
          );
    return { directory: folder.paths.path, summary, sample };
  } finally {
    await threads?.close();
    await folder.close();
  }
}

/** What of some files is not counted yet, chunk by chunk, and how each of them was cut. */
async function openLog(
  folder: MonitorFolder,
  files: readonly string[],
  settings: CountSettings,
  scoring: Sha256,
  signal: AbortSignal,
) {
  const reads: { readonly cut: string; readonly read: FileRead }[] = [];
  const seen = new Set<Sha256>();
  let [done, known, bad] = [0, 0, 0];
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
  const chunks = async function* (): AsyncGenerator<Chunk<string>> {
    for (const file of files) {
      const cut = cutName(file, settings);
      const stats = await statIfThere(file);
      const [bytes, modified_ms] = [stats?.size ?? 0, stats?.mtimeMs ?? 0];
      // What is no file, as a pipe is not, cannot be known again.
      const before = stats?.isFile() ? await asBefore(cut, bytes, modified_ms) : null;
      if (before !== null) {
        note(before.conversations);
        bad += before.bad.length;
        reads.push({ cut, read: before });
        continue;
      }
      const read: FileRead = {
        schema_version: MONITOR_VERSION,
        name: basename(file),
        bytes,
        modified_ms,
        conversations: 0,
        chunks: [],
        bad: [],
      };
      const onBad = (record: FileRead["bad"][number]) => {
        bad += 1;
        read.bad.push(record);
      };
      const conversations = loggedConversations(file, settings, { onBad }, signal);
      for await (const chunk of cutChunks(conversations, settings.chunkSize, (_, content) => content)) {
        read.conversations += chunk.items.length;
        read.chunks.push(chunk.name);
        const isKnown = await isCounted(chunk.name);
        seen.add(chunk.name);
        if (isKnown) note(chunk.items.length);
        else yield chunk;
      }
      reads.push({ cut, read });
    }
  };
  return {
    chunks: chunks(),
    reads,
    progress: (counted: number): MonitorProgress => {
      done += counted;
      return { conversations: done, known, bad };
    },
  };
}

/** A file is found again by where it is, and by how it was cut. */
function cutName(file: string, { from, by, chunkSize, maxBadShare }: CountSettings): string {
  return sha256(JSON.stringify([resolve(file), from, by, chunkSize, maxBadShare])).slice(0, 32);
}
