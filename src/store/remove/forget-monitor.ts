/** Removes words from `monitor`'s files: those of some conversations, or all. Repeating it finishes an interrupted removal. */
import { rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import type * as z from "zod";
import { sha256 } from "../../kernel/hash.ts";
import { RunId } from "../../schema/ids.ts";
import {
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

/** Removes hits of some conversations, or of all (`null`), for every scoring. Returns the number of removed rows by conversation. */
export async function dropHitsOf(
  paths: MonitorPaths,
  ids: ReadonlySet<string> | null,
): Promise<ReadonlyMap<string, number>> {
  const dropped = new Map<string, number>();
  for (const file of await chunkFiles(paths, CHUNK_HITS_SUFFIX)) {
    const kept: MonitorHit[] = [];
    let here = 0;
    for await (const hit of hitsIn(file)) {
      const id = hit.conversation_id;
      if (ids !== null && !ids.has(id)) kept.push(hit);
      else {
        here += 1;
        dropped.set(id, (dropped.get(id) ?? 0) + 1);
      }
    }
    if (here > 0) await writeAtomically(file, toLines(kept));
  }
  return dropped;
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
 * Replaces labels and file names in counts by hashes, and removes the files that only counting needs. Marks the summary
 * first, so that nothing more is counted into the folder. Without a summary there are no counts to keep, and chunks
 * without words would look complete to the next count: they are deleted.
 */
export async function removeWordsOfCounts(paths: MonitorPaths): Promise<void> {
  if (!(await pathExists(paths.summary))) {
    for (const path of await filesOfCount(paths)) await removeFile(path);
    for (const path of [paths.reads, paths.chunks]) await removeIfEmpty(path);
    return;
  }
  const summary = await readJsonArtefact(paths.summary, MonitorSummary, MONITOR_VERSION);
  const redacted = MonitorSummary.parse({
    ...summary,
    by: summary.by && hashOfText(summary.by),
    files: summary.files.map((file) => ({ ...file, name: hashOfText(file.name) })),
    redacted: true,
  });
  await writeJsonArtefact(paths.summary, redacted);
  for (const file of await chunkFiles(paths, CHUNK_COUNTS_SUFFIX)) {
    const counts = await readJsonArtefact(file, ChunkCounts, MONITOR_VERSION);
    const [days, found] = [counts.days.map(withoutLabel), counts.counts.map(withoutLabel)];
    await writeJsonArtefact(file, ChunkCounts.parse({ ...counts, days, counts: found }));
  }
  for (const file of [...(await filesNamed(paths.reads, READ_NAME)), paths.bad]) await removeFile(file);
}

/** A label may name a person. Its hash still separates its days from those of other labels. */
function withoutLabel<Row extends { readonly label: string | null }>(row: Row): Row {
  return { ...row, label: row.label && hashOfText(row.label) };
}

const HASH_DIGITS = 16;
const HASH_OF_TEXT = /^\[redacted sha256:[0-9a-f]{16}, \d+ characters\]$/;

/** Replaces a text. Empty stays empty, and a second call changes nothing. */
function hashOfText(text: string): string {
  if (text === "" || HASH_OF_TEXT.test(text)) return text;
  return `[redacted sha256:${sha256(text).slice(0, HASH_DIGITS)}, ${text.length} characters]`;
}

/** A sample that must be deleted. */
export interface SampleToForget {
  readonly runId: RunId;
  /** The requested conversations that the sample is known to hold. */
  readonly ids: readonly string[];
}

/** Samples that hold, or may hold, one of these conversations; with `null`, all samples. */
export async function samplesHolding(
  { runs }: MonitorPaths,
  ids: ReadonlySet<string> | null,
): Promise<readonly SampleToForget[]> {
  const holding: SampleToForget[] = [];
  for (const name of (await listNames(runs)).folders) {
    const runId = RunId.safeParse(name);
    if (!runId.success) continue;
    const { runPlan } = runDirectory(runs, runId.data);
    if (!(await pathExists(runPlan))) {
      // An unfinished sample may hold anyone's words. Folders with other names do not belong to `monitor`.
      if (SAMPLE_RUN_NAME.test(name)) holding.push({ runId: runId.data, ids: [] });
    } else {
      const plan = await readJsonArtefact(runPlan, ImportPlan, RUN_PLAN_VERSION);
      const names = plan.conversations.flatMap(({ imported_id: id }) => [id, id.replace(SECOND, "")]);
      const own = new Set(names.filter((name) => ids?.has(name)));
      // A sample that an earlier version redacted has hashes of names, and may be anyone's.
      if (ids === null || own.size > 0 || plan.redacted) holding.push({ runId: runId.data, ids: [...own] });
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
