/** Removes words from what `monitor` keeps: those of some conversations, or all. Doing it again finishes what was cut short. */
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

/** Whatever they were counted with. Returns how many rows went, by conversation. */
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

/** What a conversation may be called: its name, and what a redaction leaves of it. */
function namesOf(ids: ReadonlySet<string>): ReadonlyMap<string, string> {
  return new Map([...ids].flatMap((id) => [id, redactText(id)].map((name) => [name, id] as const)));
}

function hitsIn(file: string): AsyncGenerator<MonitorHit> {
  return readJsonLines(file, MonitorHit, { version: MONITOR_VERSION, tornLastLine: "refuse" });
}

async function chunkFiles({ chunks }: MonitorPaths, suffix: string): Promise<readonly string[]> {
  return (await filesNamed(chunks, CHUNK_NAME)).filter((path) => path.endsWith(suffix));
}

/** @param name of a file that is whole; its writing may have been cut short */
async function filesNamed(folder: string, name: RegExp): Promise<readonly string[]> {
  const { files } = await listNames(folder);
  return files
    .filter((file) => name.test(file.replace(TEMPORARY_NAME, "")))
    .map((file) => join(folder, file));
}

/**
 * What a count wrote before it came to its end: nothing else may be removed. The name of a chunk is its own; one in `reads/` is
 * short enough to be somebody else's, so it has to say what we would.
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
 * The summary is marked first, so that nothing is counted into the folder from then on. Without one there are no counts to
 * keep, and chunks without words would be taken for whole by the next count: they go.
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

/** A sample whose words are to go. */
export interface SampleToForget {
  readonly runId: RunId;
  /** Nothing is left to do, but where a cache was not reached. */
  readonly isRedacted: boolean;
  /** Those of the conversations that are known to be in it. */
  readonly ids: readonly string[];
}

/** Samples that hold one of these conversations, or might; with `null`, all of them. */
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
      // Its writing was cut short: nobody knows whose words are in it. Under another name it is not ours.
      if (SAMPLE_RUN_NAME.test(name)) holding.push({ runId: runId.data, isRedacted: false, ids: [] });
    } else {
      const plan = await readJsonArtefact(runPlan, ImportPlan, RUN_PLAN_VERSION);
      const idOf = (name: string) => meant.get(name) ?? meant.get(name.replace(SECOND, ""));
      const own = new Set(plan.conversations.flatMap(({ imported_id }) => idOf(imported_id) ?? []));
      const isMarked = plan.redacted === true;
      if (!isMarked && ids !== null && own.size === 0) continue;
      // A redaction may have been cut short after its mark.
      const isRedacted = isMarked && !(await pathExists(promisedSeals));
      holding.push({ runId: runId.data, isRedacted, ids: [...own] });
    }
  }
  return holding;
}

/** Of two conversations that have one name in a log, the second is called so in a run. */
const SECOND = /#\d+$/;

/** Answers of judges, which quote what they read. */
export async function removeCachedAnswers({ runs }: MonitorPaths): Promise<void> {
  const path = join(runs, CACHE_NAME);
  await rm(path, { recursive: true, force: true }).catch((error: unknown) => {
    throw toWriteError(error, path);
  });
}

/** The next count makes them again, from its chunks. Counts are written first and go last: without them no table is ours. */
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

/** Somebody else's file is in it, or there is no such folder. */
const NOT_EMPTIED: ReadonlySet<string> = new Set(["ENOTEMPTY", "EEXIST", "ENOENT", "ENOTDIR"]);
