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
import { redactBySchema } from "./redact-by-schema.ts";
import { rewrite, wordlessArtefact, wordlessLines } from "./wordless-files.ts";

/** Whatever they were counted with. Returns how many rows went. */
export async function dropHitsOf(paths: MonitorPaths, ids: ReadonlySet<string>): Promise<number> {
  let dropped = 0;
  for (const file of await chunkFiles(paths, CHUNK_HITS_SUFFIX)) {
    const kept: MonitorHit[] = [];
    let here = 0;
    for await (const hit of hitsIn(file)) {
      if (ids.has(hit.conversation_id)) here += 1;
      else kept.push(hit);
    }
    if (here > 0) await writeAtomically(file, toLines(kept));
    dropped += here;
  }
  return dropped;
}

function hitsIn(file: string): AsyncGenerator<MonitorHit> {
  return readJsonLines(file, MonitorHit, { version: MONITOR_VERSION, tornLastLine: "refuse" });
}

async function chunkFiles({ chunks }: MonitorPaths, suffix: string): Promise<readonly string[]> {
  const { files } = await listNames(chunks);
  return files.filter((name) => name.endsWith(suffix)).map((name) => join(chunks, name));
}

/** The summary is marked first, so that nothing is counted into the folder from then on. */
export async function redactMonitorFiles(paths: MonitorPaths): Promise<void> {
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

/** Samples that hold one of these conversations, or might; with `null`, all of them. */
export async function samplesHolding(
  { runs }: MonitorPaths,
  ids: ReadonlySet<string> | null,
): Promise<readonly RunId[]> {
  const holding: RunId[] = [];
  for (const name of (await listNames(runs)).folders) {
    const runId = RunId.safeParse(name);
    if (!runId.success) continue;
    const { runPlan } = runDirectory(runs, runId.data);
    // Without a plan its writing was cut short: nobody knows whose words are in it.
    if (!(await pathExists(runPlan))) holding.push(runId.data);
    else {
      const plan = await readJsonArtefact(runPlan, ImportPlan, RUN_PLAN_VERSION);
      const isMeant = (id: string) => ids === null || ids.has(id) || ids.has(id.replace(SECOND, ""));
      // A redaction may have been cut short after its mark.
      if (plan.redacted === true || plan.conversations.some(({ imported_id: id }) => isMeant(id)))
        holding.push(runId.data);
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
