import { placeOfDatabase } from "../../fleet/database.ts";
import { forgottenName } from "../../monitor/count-chunk.ts";
import { pathExists } from "../../store/file-system.ts";
import { runDirectory } from "../../store/layout.ts";
import { type MonitorFolder, openMonitorFolder, removeUnfinishedRun } from "../../store/monitor-folder.ts";
import { finishDeletions, readQueueNotes, removeQueueNote } from "../../store/remove-run.ts";
import { type BenchContext, lockOptions } from "../bench-context.ts";
import { type Stoppable, signalOf, type TakingOver } from "../bench-options.ts";
import { apiErrors } from "../errors.ts";
import { type ReachingQueue, takeOutOfQueue } from "../fleet/forget-run.ts";
import { deleteRun } from "../runs.ts";
import { mergeTables } from "./merge.ts";

export interface ForgetResult {
  readonly directory: string;
  /** Removed rows of hits. */
  readonly hits: number;
  /** Deleted samples, with their scans, batches and labels. */
  readonly samples: readonly string[];
  /** Cached judge replies about samples. */
  readonly cached: number;
  /** Names under which the folder kept nothing; it will keep nothing under them later, if the log has them. */
  readonly unknown: readonly string[];
}

/**
 * Removes the words of some conversations, by the names they have in their log, or all words. Deletes samples that hold
 * them. Counts stay: they identify no person.
 */
export async function forgetWords(
  context: BenchContext,
  directory: string,
  whose: readonly string[] | "everyone",
  options: Stoppable & TakingOver & ReachingQueue = {},
): Promise<ForgetResult> {
  const signal = signalOf(options);
  // Reads before it opens for writing: creates nothing in a missing folder, and removes nothing if the summary is
  // not ours.
  await (await openMonitorFolder(directory, { mode: "read" })).readSummary();
  const folder = await openMonitorFolder(directory, { mode: "write", ...lockOptions(context, options) });
  try {
    const { paths } = folder;
    await stopWorkers(context, folder, options.queue, signal);
    const ids = whose === "everyone" ? null : new Set(whose);
    const before = new Set<string>((await folder.readForgotten()).ids);
    const summary = await folder.readSummary();
    // Removes tables before chunks, which identify the folder if this is interrupted.
    if (summary === null) await folder.removeTables();
    if (ids === null) await folder.removeWordsOfCounts();
    else await folder.rememberForgotten([...ids].map(forgottenName));
    // Samples come from completed counts; without a summary, `runs` is not ours.
    const samples = summary === null ? [] : await folder.samplesHolding(ids);
    let cached = 0;
    for (const { runId } of samples) {
      const { path, runPlan } = runDirectory(paths.runs, runId);
      if (await pathExists(runPlan)) cached += (await deleteRun(context, path, options)).cached;
      else await removeUnfinishedRun(paths, runId);
      await folder.removeSample(runId);
    }
    if (summary !== null) {
      await finishDeletions(paths.runs);
      await folder.removeCachedAnswers();
    }
    const dropped = await folder.dropHitsOf(ids);
    if (summary !== null) await mergeTables(folder, summary, signal);
    const sampled = new Set(samples.flatMap((sample) => sample.ids));
    const isKnown = (id: string) => dropped.has(id) || sampled.has(id) || before.has(forgottenName(id));
    return {
      directory: paths.path,
      hits: [...dropped.values()].reduce((sum, rows) => sum + rows, 0),
      samples: samples.map(({ runId }) => runId),
      cached,
      unknown: [...(ids ?? [])].filter((id) => !isKnown(id)),
    };
  } finally {
    await folder.close();
  }
}

/** Stops workers, so that none writes the removed words again. */
async function stopWorkers(
  context: BenchContext,
  folder: MonitorFolder,
  url: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  const { path: directory } = folder.paths;
  const notes = await readQueueNotes(directory);
  if (notes.length === 0) return;
  const here = url === undefined ? [] : notes.filter(({ queue }) => queue === placeOfDatabase(url));
  for (const { work } of here) {
    await takeOutOfQueue(context, url ?? "", work, signal);
    await removeQueueNote(directory, work);
  }
  if (here.length < notes.length)
    throw apiErrors.IB_WORKERS_MAY_WRITE(
      directory,
      notes.filter((note) => !here.includes(note)),
    );
  await folder.removeUnfinishedChunks();
}
