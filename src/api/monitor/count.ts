import { currentParts } from "../../corpus/corpus.ts";
import { createInProcessExecutor } from "../../executor/in-process.ts";
import { createThreadExecutor } from "../../executor/threads.ts";
import { chunkThreads, countChunks, wordScoring } from "../../monitor/chunk-work.ts";
import type { Chunk } from "../../monitor/cut-chunks.ts";
import { monitorErrors } from "../../monitor/errors.ts";
import type { Sha256 } from "../../schema/ids.ts";
import type { MonitorSummary } from "../../schema/monitor/monitor.ts";
import type { MonitorSample } from "../../schema/monitor/monitor-sample.ts";
import type { ImportFormat } from "../../schema/run/run-plan.ts";
import { type MonitorFolder, openMonitorFolder } from "../../store/monitor-folder.ts";
import { readQueueNotes } from "../../store/remove-run.ts";
import { type BenchContext, lockOptions } from "../bench-context.ts";
import {
  type Queued,
  type Stoppable,
  signalOf,
  type TakingOver,
  type WorkersOption,
} from "../bench-options.ts";
import { assertWorkers } from "../eval/workers.ts";
import { MAX_BAD_SHARE } from "../exchange/import.ts";
import { countAmongWorkers, partsOfWords } from "../fleet/hand-out-chunks.ts";
import type { ChunkPlace } from "./chunk-place.ts";
import { drawSample, type SampleRequest } from "./draw.ts";
import type { CountSettings } from "./logged-conversations.ts";
import { mergeFolder } from "./merge.ts";
import { type MonitorProgress, openLog } from "./open-log.ts";
import { namedOnce, readWarnings } from "./read-warnings.ts";

export interface MonitorOptions extends Stoppable, TakingOver, WorkersOption, Queued {
  readonly from: ImportFormat;
  /** Folder for everything that is kept of the log; the same folder continues. */
  readonly directory: string;
  /** Label to group by: `model`, or a key of the log's metadata. @default the log's own labels */
  readonly by?: string;
  /** Conversations that are counted and stored together. @default 1,000 */
  readonly chunkSize?: number;
  /** The share of a file's records that may be bad, from 0 to 1. @default 0.01 */
  readonly maxBadShare?: number;
  /** Conversations to draw, as a run for a judge. @default none are */
  readonly sample?: SampleRequest;
  /** Called after each chunk. */
  readonly onProgress?: (progress: MonitorProgress) => void;
}

export interface MonitorResult {
  readonly directory: string;
  readonly summary: MonitorSummary;
  /** `null` if no sample was requested. */
  readonly sample: (MonitorSample & { readonly directory: string }) | null;
}

const CHUNK_SIZE = 1000;

/** Counts what word lists find in logs of any size, chunk by chunk, and draws conversations for a judge. */
export async function monitorLog(
  context: BenchContext,
  named: readonly string[],
  options: MonitorOptions,
): Promise<MonitorResult> {
  const files = await namedOnce(named);
  const { workers = 1 } = options;
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
    const settings = settingsOf(options);
    const before = await lastCount(folder, settings);
    if (options.queue === undefined)
      for (const { queue } of await readQueueNotes(folder.paths.path))
        context.onNotice(
          `Workers of the queue ${queue} may count into it too, until it is gone on with there.`,
        );
    const parts = partsOfWords(currentParts(corpus));
    const scoring = wordScoring(parts);
    const isForOthers = options.queue !== undefined;
    const { onNotice } = context;
    const log = openLog(folder, files, settings, { scoring, isForOthers, onNotice }, signal);
    const { ids: forgotten } = await folder.readForgotten();
    const forOthers: { readonly name: Sha256; readonly place: ChunkPlace }[] = [];
    const said = new Set<string>();
    const chunksHere = async function* (): AsyncGenerator<Chunk<string>> {
      for await (const cut of log.chunks) {
        if (!cut.isHere) forOthers.push(cut);
        else {
          if (isForOthers && !said.has(cut.file))
            onNotice(`${cut.file} cannot be read from its middle: it is counted here, not by workers.`);
          said.add(cut.file);
          yield cut.chunk;
        }
      }
    };
    const counted = countChunks(
      chunksHere(),
      { directory: folder.paths.path, scoring, forgotten },
      {
        corpus,
        matcher: context.matcher,
        executor: threads ?? alone,
        ahead: workers === 1 ? 1 : workers + 1,
      },
      signal,
    );
    const onCounted = (conversations: number) => options.onProgress?.(log.progress(conversations));
    for await (const { conversations } of counted) onCounted(conversations);
    if (options.queue !== undefined) {
      await countAmongWorkers(
        context,
        {
          queue: options.queue,
          directory: folder.paths.path,
          files,
          settings,
          fingerprints: parts,
          chunks: forOthers,
          isCounted: (chunk) => folder.hasChunk(chunk, scoring),
          onCounted,
        },
        signal,
      );
      await folder.removeUnfinishedChunks();
    }
    onCounted(0);
    for (const { cut, read } of log.reads) await folder.writeFileRead(cut, read);
    for (const sentence of readWarnings(before, log.reads)) onNotice(sentence);
    const summary = await mergeFolder(
      folder,
      { corpus, settings, scoring, reads: log.reads, keys: [...log.keys] },
      signal,
    );
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

function settingsOf({ from, by, chunkSize, maxBadShare }: MonitorOptions): CountSettings {
  return {
    from,
    by: by ?? null,
    chunkSize: chunkSize ?? CHUNK_SIZE,
    maxBadShare: maxBadShare ?? MAX_BAD_SHARE,
  };
}

/** Returns the count that this one continues; `null` for the first. Throws if continuing is not possible. */
async function lastCount(folder: MonitorFolder, { by }: CountSettings): Promise<MonitorSummary | null> {
  const before = await folder.readSummary();
  if (before?.redacted) throw monitorErrors.IB_MONITOR_REDACTED(folder.paths.path);
  if (before !== null && before.by !== by)
    throw monitorErrors.IB_OTHER_LABELS(folder.paths.path, before.by, by);
  return before;
}

export interface MonitorPlan {
  readonly conversations: number;
  readonly bad: number;
  /** Chunks of conversations: counted before, to count here, and to count by workers. */
  readonly chunks: { readonly counted: number; readonly here: number; readonly fleetRun: number };
  /** If workers are to count: the files that only this machine can count. */
  readonly filesHere: readonly string[];
}

/** Reads a log and plans its counting; writes nothing and enqueues nothing. */
export async function planMonitor(
  context: BenchContext,
  files: readonly string[],
  options: MonitorOptions,
): Promise<MonitorPlan> {
  const folder = await openMonitorFolder(options.directory, { mode: "look" });
  const settings = settingsOf(options);
  const before = await lastCount(folder, settings);
  const scoring = wordScoring(currentParts(await context.corpus()));
  const isForOthers = options.queue !== undefined;
  const log = openLog(
    folder,
    await namedOnce(files),
    settings,
    { scoring, isForOthers, onNotice: context.onNotice },
    signalOf(options),
  );
  let [here, fleetRun] = [0, 0];
  const filesHere = new Set<string>();
  for await (const cut of log.chunks) {
    if (cut.isHere) here += 1;
    else fleetRun += 1;
    if (cut.isHere && isForOthers) filesHere.add(cut.file);
  }
  const reads = log.reads.map(({ read }) => read);
  for (const sentence of readWarnings(before, log.reads)) context.onNotice(sentence);
  const all = new Set(reads.flatMap(({ chunks }) => chunks)).size;
  return {
    conversations: reads.reduce((sum, read) => sum + read.conversations, 0),
    bad: reads.reduce((sum, read) => sum + read.bad.length, 0),
    chunks: { counted: all - here - fleetRun, here, fleetRun },
    filesHere: [...filesHere],
  };
}
