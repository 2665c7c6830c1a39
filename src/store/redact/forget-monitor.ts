/** Removes words from what `monitor` keeps: those of some conversations, or all. Doing it again finishes what was cut short. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { RunId } from "../../schema/ids.ts";
import {
  BadRecordNote,
  ChunkCounts,
  FileRead,
  MONITOR_VERSION,
  MonitorHit,
  MonitorSummary,
} from "../../schema/monitor/monitor.ts";
import { ImportPlan, RUN_PLAN_VERSION } from "../../schema/run/run-plan.ts";
import { readJsonArtefact, readJsonLines, toLines, writeJsonArtefact } from "../artefact-files.ts";
import { writeAtomically } from "../atomic-write.ts";
import { listNames, pathExists, toWriteError } from "../file-system.ts";
import {
  CACHE_NAME,
  CHUNK_COUNTS_SUFFIX,
  CHUNK_HITS_SUFFIX,
  type MonitorPaths,
  runDirectory,
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
  const { files } = await listNames(chunks);
  return files.filter((name) => name.endsWith(suffix)).map((name) => join(chunks, name));
}

/**
 * The summary is marked first, so that nothing is counted into the folder from then on. Without one there are no counts to
 * keep, and chunks without words would be taken for whole by the next count: they go.
 */
export async function redactMonitorFiles(paths: MonitorPaths): Promise<void> {
  if (!(await pathExists(paths.summary))) {
    for (const path of [paths.reads, paths.chunks]) await removeAll(path);
    return;
  }
  const summary = await readJsonArtefact(paths.summary, MonitorSummary, MONITOR_VERSION);
  const redacted = MonitorSummary.parse({ ...redactBySchema(MonitorSummary, summary), redacted: true });
  await writeJsonArtefact(paths.summary, redacted);
  for (const file of await chunkFiles(paths, CHUNK_HITS_SUFFIX))
    await rewrite(file, wordlessLines(MonitorHit, MONITOR_VERSION));
  for (const file of await chunkFiles(paths, CHUNK_COUNTS_SUFFIX))
    await rewrite(file, wordlessArtefact(ChunkCounts, MONITOR_VERSION));
  for (const name of (await listNames(paths.reads)).files)
    await rewrite(join(paths.reads, name), wordlessArtefact(FileRead, MONITOR_VERSION));
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
    // Without a plan its writing was cut short: nobody knows whose words are in it.
    if (!(await pathExists(runPlan))) holding.push({ runId: runId.data, isRedacted: false, ids: [] });
    else {
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
  await removeAll(join(runs, CACHE_NAME));
}

/** The next count makes them again, from its chunks. */
export async function removeTables(paths: MonitorPaths): Promise<void> {
  const { counts, countsCsv, countsParquet, daysCsv, daysParquet, hits, bad } = paths;
  for (const path of [counts, countsCsv, countsParquet, daysCsv, daysParquet, hits, bad])
    await removeAll(path);
}

async function removeAll(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true }).catch((error: unknown) => {
    throw toWriteError(error, path);
  });
}
