/** Removes words from `monitor`'s files: those of some conversations, or all. Repeating it finishes an interrupted removal. */
import { rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import type * as z from "zod";
import { RunId } from "../../schema/ids.ts";
import {
  BadRecordNote,
  ChunkCounts,
  FileRead,
  MONITOR_VERSION,
  MonitorCounts,
  MonitorHit,
  MonitorSummary,
} from "../../schema/monitor/monitor.ts";
import { ImportPlan, RUN_PLAN_VERSION } from "../../schema/run/run-plan.ts";
import { readJsonArtefact, readJsonLines, toLines, writeJsonArtefact } from "../artefact-files.ts";
import { writeAtomically } from "../atomic-write.ts";
import { errorCode, listNames, pathExists, removeFile, toWriteError } from "../file-system.ts";
import {
  CACHE_NAME,
  CHUNK_COUNTS_SUFFIX,
  CHUNK_HITS_SUFFIX,
  CHUNK_NAME,
  type MonitorPaths,
  READ_NAME,
  runDirectory,
  SAMPLE_RUN_NAME,
  TEMPORARY_NAME,
} from "../layout.ts";
import { redactBySchema, redactText } from "./redact-by-schema.ts";
import { rewrite, wordlessArtefact, wordlessLines } from "./wordless-files.ts";

/** Removes hits of some conversations, for every scoring. Returns the number of removed rows by conversation. */
export async function dropHitsOf(
  paths: MonitorPaths,
  ids: ReadonlySet<string>,
): Promise<ReadonlyMap<string, number>> {
  const meant = namesOf(ids);
  const dropped = new Map<string, number>();
  for (const file of await chunkFiles(paths, CHUNK_HITS_SUFFIX)) {
    const kept: MonitorHit[] = [];
    let here = 0;
    for await (const hit of hitsIn(file)) {
      const id = meant.get(hit.conversation_id);
      if (id === undefined) kept.push(hit);
      else {
        here += 1;
        dropped.set(id, (dropped.get(id) ?? 0) + 1);
      }
    }
    if (here > 0) await writeAtomically(file, toLines(kept));
  }
  return dropped;
}

/** Names that a conversation may have: its id, and the redacted form of it. */
function namesOf(ids: ReadonlySet<string>): ReadonlyMap<string, string> {
  return new Map([...ids].flatMap((id) => [id, redactText(id)].map((name) => [name, id] as const)));
}

function hitsIn(file: string): AsyncGenerator<MonitorHit> {
  return readJsonLines(file, MonitorHit, { version: MONITOR_VERSION, tornLastLine: "refuse" });
}

async function chunkFiles({ chunks }: MonitorPaths, suffix: string): Promise<readonly string[]> {
  return (await filesNamed(chunks, CHUNK_NAME)).filter((path) => path.endsWith(suffix));
}

/** Lists the files of that name. @param name matches a finished file; unfinished versions are included */
async function filesNamed(folder: string, name: RegExp): Promise<readonly string[]> {
  const { files } = await listNames(folder);
  return files
    .filter((file) => name.test(file.replace(TEMPORARY_NAME, "")))
    .map((file) => join(folder, file));
}

/**
 * Files of a count, including unfinished ones: nothing else may be removed. Chunk names are unmistakable. Names in
 * `reads/` are short enough to belong to another program, so the content is checked too.
 */
export async function filesOfCount({ chunks, reads }: MonitorPaths): Promise<readonly string[]> {
  const own: string[] = [];
  for (const path of await filesNamed(reads, READ_NAME))
    if (TEMPORARY_NAME.test(path) || (await isArtefact(path, FileRead))) own.push(path);
  return [...own, ...(await filesNamed(chunks, CHUNK_NAME))];
}

async function isArtefact(path: string, schema: z.ZodType): Promise<boolean> {
  return readJsonArtefact(path, schema, MONITOR_VERSION).then(
    () => true,
    () => false,
  );
}

/**
 * Redacts the monitor folder. Marks the summary first, so that nothing more is counted into the folder. Without a
 * summary there are no counts to keep, and redacted chunks would look complete to the next count: they are deleted.
 */
export async function redactMonitorFiles(paths: MonitorPaths): Promise<void> {
  if (!(await pathExists(paths.summary))) {
    for (const path of await filesOfCount(paths)) await removeFile(path);
    for (const path of [paths.reads, paths.chunks]) await removeIfEmpty(path);
    return;
  }
  const summary = await readJsonArtefact(paths.summary, MonitorSummary, MONITOR_VERSION);
  const redacted = MonitorSummary.parse({ ...redactBySchema(MonitorSummary, summary), redacted: true });
  await writeJsonArtefact(paths.summary, redacted);
  for (const file of await chunkFiles(paths, CHUNK_HITS_SUFFIX))
    await rewrite(file, wordlessLines(MonitorHit, MONITOR_VERSION));
  for (const file of await chunkFiles(paths, CHUNK_COUNTS_SUFFIX))
    await rewrite(file, wordlessArtefact(ChunkCounts, MONITOR_VERSION));
  for (const file of await filesNamed(paths.reads, READ_NAME))
    await rewrite(file, wordlessArtefact(FileRead, MONITOR_VERSION));
  await rewrite(paths.bad, wordlessLines(BadRecordNote, MONITOR_VERSION));
}

/** A sample whose words must be removed. */
export interface SampleToForget {
  readonly runId: RunId;
  /** Whether nothing is left to do, except in a cache that was not reached. */
  readonly isRedacted: boolean;
  /** The requested conversations that the sample is known to hold. */
  readonly ids: readonly string[];
}

/** Samples that hold, or may hold, one of these conversations; with `null`, all samples. */
export async function samplesHolding(
  { runs }: MonitorPaths,
  ids: ReadonlySet<string> | null,
): Promise<readonly SampleToForget[]> {
  const meant = namesOf(ids ?? new Set());
  const holding: SampleToForget[] = [];
  for (const name of (await listNames(runs)).folders) {
    const runId = RunId.safeParse(name);
    if (!runId.success) continue;
    const { runPlan, promisedSeals } = runDirectory(runs, runId.data);
    if (!(await pathExists(runPlan))) {
      // An unfinished sample may hold anyone's words. Folders with other names do not belong to `monitor`.
      if (SAMPLE_RUN_NAME.test(name)) holding.push({ runId: runId.data, isRedacted: false, ids: [] });
    } else {
      const plan = await readJsonArtefact(runPlan, ImportPlan, RUN_PLAN_VERSION);
      const idOf = (name: string) => meant.get(name) ?? meant.get(name.replace(SECOND, ""));
      const own = new Set(plan.conversations.flatMap(({ imported_id }) => idOf(imported_id) ?? []));
      const isMarked = plan.redacted === true;
      if (!isMarked && ids !== null && own.size === 0) continue;
      // A redaction may have been interrupted after setting its mark.
      const isRedacted = isMarked && !(await pathExists(promisedSeals));
      holding.push({ runId: runId.data, isRedacted, ids: [...own] });
    }
  }
  return holding;
}

/** Suffix of the second of two conversations that share a name in a log. */
const SECOND = /#\d+$/;

/** Removes cached answers of judges, because they quote conversations. */
export async function removeCachedAnswers({ runs }: MonitorPaths): Promise<void> {
  const path = join(runs, CACHE_NAME);
  await rm(path, { recursive: true, force: true }).catch((error: unknown) => {
    throw toWriteError(error, path);
  });
}

/**
 * Removes tables; the next count recreates them from its chunks. Counts are written first and deleted last, because
 * they prove that the tables are ours.
 */
export async function removeTables(paths: MonitorPaths): Promise<void> {
  const { counts, countsCsv, countsParquet, daysCsv, daysParquet, hits, bad } = paths;
  if (!(await isArtefact(counts, MonitorCounts))) return;
  for (const path of [hits, bad, countsCsv, countsParquet, daysCsv, daysParquet, counts])
    await removeFile(path);
}

async function removeIfEmpty(folder: string): Promise<void> {
  await rmdir(folder).catch((error: unknown) => {
    if (!NOT_EMPTIED.has(errorCode(error) ?? "")) throw toWriteError(error, folder);
  });
}

/** The folder holds a foreign file, or does not exist. */
const NOT_EMPTIED: ReadonlySet<string> = new Set(["ENOTEMPTY", "EEXIST", "ENOENT", "ENOTDIR"]);
