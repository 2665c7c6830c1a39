/** The files that `monitor` keeps for a log. A chunk is done once its counts exist; workers may repeat it safely. */
import { rm } from "node:fs/promises";
import type * as z from "zod";
import type { RunId, Sha256 } from "../schema/ids.ts";
import {
  ChunkCounts,
  FileRead,
  Forgotten,
  MONITOR_VERSION,
  MonitorCounts,
  MonitorHit,
  MonitorSummary,
} from "../schema/monitor/monitor.ts";
import { MONITOR_SAMPLE_VERSION, MonitorSample } from "../schema/monitor/monitor-sample.ts";
import { readJsonArtefact, readJsonLines, writeJsonArtefact, writeJsonLines } from "./artefact-files.ts";
import { removeLeftovers } from "./atomic-write.ts";
import { storeErrors } from "./errors.ts";
import { ensureDirectory, pathExists, removeFile, toWriteError } from "./file-system.ts";
import { type MonitorPaths, monitorDirectory, runDirectory } from "./layout.ts";
import { acquireLock, type LockOptions } from "./lock/run-lock.ts";
import {
  dropHitsOf,
  filesOfCount,
  removeCachedAnswers,
  removeTables,
  removeWordsOfCounts,
  type SampleToForget,
  samplesHolding,
} from "./remove/forget-monitor.ts";

export interface MonitorFolder {
  readonly paths: MonitorPaths;
  hasChunk(chunk: Sha256, scoring: Sha256): Promise<boolean>;
  readChunk(chunk: Sha256, scoring: Sha256): Promise<ChunkCounts>;
  readHits(chunk: Sha256, scoring: Sha256): AsyncGenerator<MonitorHit>;
  /** Removes unfinished chunks of other workers. Call it once no worker is active. */
  removeUnfinishedChunks(): Promise<void>;
  /** `null` if the file was never cut this way. */
  readFileRead(cut: string): Promise<FileRead | null>;
  writeFileRead(cut: string, read: FileRead): Promise<void>;
  /** `null` before the first count. */
  readSummary(): Promise<MonitorSummary | null>;
  readCounts(): Promise<MonitorCounts>;
  readForgotten(): Promise<Forgotten>;
  /**
   * Records forgotten conversations: their words are never stored again, even if the log is recounted.
   * @param names hashes of their ids
   */
  rememberForgotten(names: readonly string[]): Promise<void>;
  /** Removes the hits of some conversations, or of all (`null`), for every scoring. Returns the number removed by conversation. */
  dropHitsOf(ids: ReadonlySet<string> | null): Promise<ReadonlyMap<string, number>>;
  /** Replaces labels and file names by hashes and marks the folder. Deletes unfinished counts. */
  removeWordsOfCounts(): Promise<void>;
  /** Removes tables without a summary, which an interrupted count leaves. */
  removeTables(): Promise<void>;
  /** Samples that hold, or may hold, one of these conversations; with `null`, all samples. */
  samplesHolding(ids: ReadonlySet<string> | null): Promise<readonly SampleToForget[]>;
  /** Removes cached answers of judges, because they quote conversations. */
  removeCachedAnswers(): Promise<void>;
  /** `null` if no such sample was drawn. */
  readSample(runId: RunId): Promise<MonitorSample | null>;
  writeSample(sample: MonitorSample): Promise<void>;
  /** Removes the list of a sample, not its run. */
  removeSample(runId: RunId): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the folder. One process at a time may write; readers need no lock.
 * @param options.mode `look` for a folder that may be missing and is not changed
 */
export async function openMonitorFolder(
  directory: string,
  options: { readonly mode: "look" | "read" | "write" } & LockOptions,
): Promise<MonitorFolder> {
  const paths = monitorDirectory(directory);
  if (options.mode === "read" && !(await isBegun(paths))) throw storeErrors.IB_NO_SUCH_MONITOR(paths.path);
  if (options.mode === "write") await ensureDirectory(paths.path);
  const lock = options.mode === "write" ? await acquireLock(paths.path, options) : null;
  if (lock !== null) await removeLeftovers(paths.path);
  const readForgotten = () => readForgottenIn(paths);
  return {
    paths,
    hasChunk: (chunk, scoring) => hasChunk(paths, chunk, scoring),
    readChunk: (chunk, scoring) =>
      readJsonArtefact(paths.chunkCounts(chunk, scoring), ChunkCounts, MONITOR_VERSION),
    readHits: (chunk, scoring) =>
      readJsonLines(paths.chunkHits(chunk, scoring), MonitorHit, {
        version: MONITOR_VERSION,
        tornLastLine: "refuse",
      }),
    removeUnfinishedChunks: async () => {
      if (await pathExists(paths.chunks)) await removeLeftovers(paths.chunks, { isNobodys: true });
    },
    readFileRead: (cut) => ifThere(paths.read(cut), FileRead, MONITOR_VERSION),
    writeFileRead: async (cut, read) => {
      await writeJsonArtefact(paths.read(cut), FileRead.parse(read));
    },
    readSummary: () => ifThere(paths.summary, MonitorSummary, MONITOR_VERSION),
    readCounts: () => readJsonArtefact(paths.counts, MonitorCounts, MONITOR_VERSION),
    readForgotten,
    rememberForgotten: async (names) => {
      const { ids } = await readForgotten();
      const all = [...new Set([...ids, ...names])].sort();
      await writeJsonArtefact(
        paths.forgotten,
        Forgotten.parse({ schema_version: MONITOR_VERSION, ids: all }),
      );
    },
    dropHitsOf: (ids) => dropHitsOf(paths, ids),
    removeWordsOfCounts: () => removeWordsOfCounts(paths),
    removeTables: () => removeTables(paths),
    samplesHolding: (ids) => samplesHolding(paths, ids),
    removeCachedAnswers: () => removeCachedAnswers(paths),
    readSample: (runId) => ifThere(paths.sample(runId), MonitorSample, MONITOR_SAMPLE_VERSION),
    writeSample: async (sample) => {
      await writeJsonArtefact(paths.sample(sample.run_id), MonitorSample.parse(sample));
    },
    removeSample: (runId) => removeFile(paths.sample(runId)),
    close: async () => lock?.release(),
  };
}

/** An interrupted count has no summary yet, but has words. */
async function isBegun(paths: MonitorPaths): Promise<boolean> {
  return (await pathExists(paths.summary)) || (await filesOfCount(paths)).length > 0;
}

async function ifThere<Schema extends z.ZodType>(path: string, schema: Schema, version: number) {
  return (await pathExists(path)) ? readJsonArtefact(path, schema, version) : null;
}

/** Whether the chunk was counted. */
export async function hasChunk(paths: MonitorPaths, chunk: Sha256, scoring: Sha256): Promise<boolean> {
  return pathExists(paths.chunkCounts(chunk, scoring));
}

/** Reads the hashes of conversations whose words must not be stored. */
export async function readForgottenIn({ forgotten }: MonitorPaths): Promise<Forgotten> {
  const there = await ifThere(forgotten, Forgotten, MONITOR_VERSION);
  return there ?? { schema_version: MONITOR_VERSION, ids: [] };
}

/** Removes an unfinished sample, which is then drawn again. */
export async function removeUnfinishedRun({ runs }: MonitorPaths, runId: RunId): Promise<void> {
  const { path } = runDirectory(runs, runId);
  await rm(path, { recursive: true, force: true }).catch((error: unknown) => {
    throw toWriteError(error, path);
  });
}

/** Writes hits before counts: once the counts exist, the chunk is complete. */
export async function writeChunk(
  directory: string,
  { counts, hits }: { readonly counts: ChunkCounts; readonly hits: Iterable<MonitorHit> },
): Promise<void> {
  const paths = monitorDirectory(directory);
  await writeJsonLines(paths.chunkHits(counts.chunk, counts.scoring), hits);
  await writeJsonArtefact(paths.chunkCounts(counts.chunk, counts.scoring), ChunkCounts.parse(counts));
}
