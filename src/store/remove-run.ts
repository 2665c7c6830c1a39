import { randomBytes } from "node:crypto";
import { readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { sha256 } from "../kernel/hash.ts";
import type { RunId } from "../schema/ids.ts";
import { writeAtomically } from "./atomic-write.ts";
import { ArtefactError } from "./errors.ts";
import { listNames, removeFile, syncDirectory, toReadError, toWriteError } from "./file-system.ts";
import { DELETED_NAME, deletedFolder, QUEUE_NOTE_NAME, queueNote } from "./layout.ts";
import type { LockOptions } from "./lock/run-lock.ts";
import { removeCachedReplies } from "./remove/cached-replies.ts";
import { deleteReviews, reviewsOfRun } from "./remove/delete-reviews.ts";
import { deleteScansBeside, scansBeside } from "./remove/delete-scans.ts";
import { refuseLinks } from "./remove/refuse-links.ts";
import { openRunDirectory } from "./run-store.ts";

/** A run, and the folders that may hold batches drawn from it. */
export interface RunWithReviews extends LockOptions {
  readonly results: string;
  readonly runId: RunId;
  readonly reviews: readonly string[];
  /** Other results folders whose caches its scans may have used. */
  readonly otherResults?: readonly string[];
  /** Removes copies of the run in other places. It runs under the lock; if it fails, nothing is changed. */
  readonly removeElsewhere?: () => Promise<void>;
}

/** What a deletion removes outside a run's folder. */
export interface RunBeside {
  /** Number of scans outside its folder that name it, joint scans included. */
  readonly scans: number;
  /** Number of batches for annotators drawn from it. */
  readonly reviews: number;
}

/** Counts what a deletion would remove outside the run's folder, for the question before it. */
export async function measureBeside({
  results,
  runId,
  reviews,
}: Pick<RunWithReviews, "results" | "runId" | "reviews">): Promise<RunBeside> {
  const [scans, batches] = [await scansBeside(results, runId), await reviewsOfRun(results, runId, reviews)];
  return { scans: scans.length, reviews: batches.length };
}

/**
 * Moves a run away in one step, then deletes its files. Throws if the run is locked. Scans outside its folder that name
 * it and batches for annotators quote it, and are deleted too. Also finishes earlier deletions that were killed. Returns
 * the number of removed cached replies.
 */
export async function deleteRunFolder({
  results,
  runId,
  reviews,
  otherResults = [],
  removeElsewhere,
  ...locking
}: RunWithReviews): Promise<number> {
  const { paths, lock } = await openRunDirectory({ results, runId, mode: "resume", ...locking });
  const away = join(results, deletedFolder(runId, randomBytes(6).toString("hex")));
  let cached: number;
  try {
    const batches = await reviewsOfRun(results, runId, reviews);
    await refuseLinks({ results, runId, run: paths, reviews: batches });
    await removeElsewhere?.();
    cached = await removeCachedReplies({ results, runId, run: paths, otherResults });
    await deleteReviews(batches, locking);
    await deleteScansBeside(results, runId, locking);
    await rename(paths.path, away);
    await syncDirectory(results);
  } catch (error) {
    await lock?.release();
    throw toWriteError(error, paths.path);
  }
  // The lock was in the deleted folder.
  await finishDeletions(results);
  return cached;
}

/** An unfinished deletion: the run is gone, and its words are still on disk. */
export interface CutDeletion {
  readonly runId: string;
  readonly path: string;
}

export async function cutDeletions(results: string): Promise<readonly CutDeletion[]> {
  return (await listNames(results)).folders.flatMap((name) => {
    const runId = DELETED_NAME.exec(name)?.groups?.["runId"];
    return runId === undefined ? [] : [{ runId, path: join(results, name) }];
  });
}

/** Finishes all interrupted deletions, of any process. */
export async function finishDeletions(results: string): Promise<void> {
  for (const { path } of await cutDeletions(results)) {
    await rm(path, { recursive: true, force: true }).catch((error: unknown) => {
      throw toWriteError(error, path);
    });
  }
}

/**
 * A note in a run's folder: a queue's database holds words of it. Written before the words are queued, and removed
 * after they are deleted there.
 */
const QueueNote = z.strictObject({
  /** Name of the run or scan in the queue. */
  work: z.string(),
  /** The database, without user, password or other credentials. */
  queue: z.string(),
});
export type QueueNote = z.infer<typeof QueueNote>;

const pathOf = (run: string, work: string) => queueNote(run, sha256(work).slice(0, 16));

/** Writes the note durably before any row is queued. @param run its folder */
export async function noteInQueue(run: string, note: QueueNote): Promise<void> {
  await writeAtomically(pathOf(run, note.work), `${JSON.stringify(note)}\n`);
}

/** Removes the note once the queue has deleted the work. */
export async function removeQueueNote(run: string, work: string): Promise<void> {
  await removeFile(pathOf(run, work));
}

export async function readQueueNotes(
  run: string,
): Promise<readonly (QueueNote & { readonly path: string })[]> {
  const names = (await listNames(run)).files.filter((name) => QUEUE_NOTE_NAME.test(name)).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const path = join(run, name);
      const text = await readFile(path, "utf8").catch((error: unknown) => {
        throw toReadError(error, path);
      });
      try {
        return { ...QueueNote.parse(JSON.parse(text)), path };
      } catch {
        throw new ArtefactError({ path }, "is no note of what a queue holds");
      }
    }),
  );
}
