/** Removes a run's rows from a queue's database: of its conversations, and of scans about it. */
import { openDatabase, placeOfDatabase } from "../../fleet/database.ts";
import { openPgBossQueue } from "../../fleet/pg-boss-queue.ts";
import { forgetQueuedWork, listQueuedWork, setWorkState } from "../../fleet/queued-work.ts";
import { assertTables } from "../../fleet/tables.ts";
import { readQueueNotes, removeQueueNote } from "../../store/remove-run.ts";
import type { BenchContext } from "../bench-context.ts";
import { apiErrors } from "../errors.ts";

const LOOK_EVERY_MS = 300;

/** Option of commands that remove a run, or the words in it. */
export interface ReachingQueue {
  /**
   * Address of a queue's database that may hold rows of the run; they are removed too. Needed if a run was begun over
   * a queue and not all its results are here.
   * @default the run's folder says that there are none, or nothing is removed
   */
  readonly queue?: string;
}

/**
 * Lists the databases that hold rows of a run, as far as its folder knows.
 * @param directory the run's folder
 */
export async function queuesHolding(directory: string): Promise<readonly string[]> {
  return [...new Set((await readQueueNotes(directory)).map(({ queue }) => queue))];
}

/**
 * Stops workers on the run and removes its rows. Throws if rows would remain: no address was given for them, or they
 * are not at the one given.
 */
export async function forgetRun(
  context: BenchContext,
  run: { readonly runId: string; readonly directory: string },
  { queue: url }: ReachingQueue,
): Promise<void> {
  const notes = await readQueueNotes(run.directory);
  const [first] = notes;
  if (url === undefined) {
    if (first !== undefined) throw apiErrors.IB_ROWS_IN_QUEUE(run.runId, notes);
    return;
  }
  const forgotten = await takeOutOfQueue(context, url, run.runId);
  const place = placeOfDatabase(url);
  const elsewhere = notes.filter(({ work, queue }) => !forgotten.has(work) && queue !== place);
  for (const { work } of notes.filter((note) => !elsewhere.includes(note)))
    await removeQueueNote(run.directory, work);
  if (elsewhere.length > 0) throw apiErrors.IB_ROWS_IN_QUEUE(run.runId, elsewhere);
}

/** Removes work about a run, or the counting of a log, from a queue; returns its names there. */
export async function takeOutOfQueue(
  { clock, onNotice }: Pick<BenchContext, "clock" | "onNotice">,
  url: string,
  runId: string,
  signal: AbortSignal = new AbortController().signal,
): Promise<ReadonlySet<string>> {
  const database = await openDatabase({ url, clock, onOutage: onNotice });
  try {
    await assertTables(database);
    const queue = await openPgBossQueue(database);
    try {
      const about = (await listQueuedWork(database)).filter(({ runs }) => runs.includes(runId));
      // Stops all work before removing anything, so that no worker starts a call for it.
      for (const { run } of about) await setWorkState(database, run, "cancelled");
      for (const { run, kind } of about) {
        // Counting workers write into this folder: wait until all have stopped or are dead.
        while (kind === "monitor" && (await queue.states(run)).taken > 0)
          await clock.sleep(LOOK_EVERY_MS, signal);
        await queue.forget(run);
        await forgetQueuedWork(database, run);
        onNotice(`The queue at ${placeOfDatabase(url)} holds nothing of ${run} any more.`);
      }
      return new Set(about.map(({ run }) => run));
    } finally {
      await queue.close();
    }
  } finally {
    await database.close();
  }
}
