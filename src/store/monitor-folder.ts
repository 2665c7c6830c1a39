/** What `monitor` keeps of a log, on disk. A chunk is done when its counts are there: whoever did it, and however often. */
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
import { ensureDirectory, pathExists, toWriteError } from "./file-system.ts";
import { type MonitorPaths, monitorDirectory, runDirectory } from "./layout.ts";
import { acquireLock, type LockOptions } from "./lock/run-lock.ts";
import {
  dropHitsOf,
  filesOfCount,
  redactMonitorFiles,
  removeCachedAnswers,
  removeTables,
  type SampleToForget,
  samplesHolding,
} from "./redact/forget-monitor.ts";

export interface MonitorFolder {
  readonly paths: MonitorPaths;
  hasChunk(chunk: Sha256, scoring: Sha256): Promise<boolean>;
  readChunk(chunk: Sha256, scoring: Sha256): Promise<ChunkCounts>;
  readHits(chunk: Sha256, scoring: Sha256): AsyncGenerator<MonitorHit>;
  /** Removes what workers elsewhere began to write and did not finish; once none of them is at it. */
  removeUnfinishedChunks(): Promise<void>;
  /** `null` where the file was never cut so. */
  readFileRead(cut: string): Promise<FileRead | null>;
  writeFileRead(cut: string, read: FileRead): Promise<void>;
  /** `null` before anything was counted. */
  readSummary(): Promise<MonitorSummary | null>;
  readCounts(): Promise<MonitorCounts>;
  readForgotten(): Promise<Forgotten>;
  /** From now on none of their words is kept, also where the log is counted again. @param names hashes of their ids */
  rememberForgotten(names: readonly string[]): Promise<void>;
  /** Removes the hits of some conversations, whatever they were counted with; returns how many of each. */
  dropHitsOf(ids: ReadonlySet<string>): Promise<ReadonlyMap<string, number>>;
  /** Replaces every word in its own files by a hash, and marks it; what was never counted to its end goes. Samples are runs of their own. */
  redact(): Promise<void>;
  /** Removes tables that no summary stands for, as a count that was cut short leaves them. */
  removeTables(): Promise<void>;
  /** Samples that hold one of these conversations, or might; with `null`, all of them. */
  samplesHolding(ids: ReadonlySet<string> | null): Promise<readonly SampleToForget[]>;
  /** Removes answers of judges, which quote what they read. */
  removeCachedAnswers(): Promise<void>;
  /** `null` where no such sample was drawn. */
  readSample(runId: RunId): Promise<MonitorSample | null>;
  writeSample(sample: MonitorSample): Promise<void>;
  close(): Promise<void>;
}

/**
 * One process at a time writes into it; whoever reads needs no lock.
 * @param options.mode `look` for a folder that may not be there yet, in which nothing is changed
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
    redact: () => redactMonitorFiles(paths),
    removeTables: () => removeTables(paths),
    samplesHolding: (ids) => samplesHolding(paths, ids),
    removeCachedAnswers: () => removeCachedAnswers(paths),
    readSample: (runId) => ifThere(paths.sample(runId), MonitorSample, MONITOR_SAMPLE_VERSION),
    writeSample: async (sample) => {
      await writeJsonArtefact(paths.sample(sample.run_id), MonitorSample.parse(sample));
    },
    close: async () => lock?.release(),
  };
}

/** A count that was cut short has no summary yet, and words all the same. */
async function isBegun(paths: MonitorPaths): Promise<boolean> {
  return (await pathExists(paths.summary)) || (await filesOfCount(paths)).length > 0;
}

async function ifThere<Schema extends z.ZodType>(path: string, schema: Schema, version: number) {
  return (await pathExists(path)) ? readJsonArtefact(path, schema, version) : null;
}

/** Whether somebody has counted it. */
export async function hasChunk(paths: MonitorPaths, chunk: Sha256, scoring: Sha256): Promise<boolean> {
  return pathExists(paths.chunkCounts(chunk, scoring));
}

/** Whose words are not kept. */
export async function readForgottenIn({ forgotten }: MonitorPaths): Promise<Forgotten> {
  const there = await ifThere(forgotten, Forgotten, MONITOR_VERSION);
  return there ?? { schema_version: MONITOR_VERSION, ids: [] };
}

/** A sample whose writing was cut short is no run: it is drawn again. */
export async function removeUnfinishedRun({ runs }: MonitorPaths, runId: RunId): Promise<void> {
  const { path } = runDirectory(runs, runId);
  await rm(path, { recursive: true, force: true }).catch((error: unknown) => {
    throw toWriteError(error, path);
  });
}

/** Hits first: where the counts are, everything is. */
export async function writeChunk(
  directory: string,
  { counts, hits }: { readonly counts: ChunkCounts; readonly hits: Iterable<MonitorHit> },
): Promise<void> {
  const paths = monitorDirectory(directory);
  await writeJsonLines(paths.chunkHits(counts.chunk, counts.scoring), hits);
  await writeJsonArtefact(paths.chunkCounts(counts.chunk, counts.scoring), ChunkCounts.parse(counts));
}
