import { randomBytes } from "node:crypto";
import { readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { sha256 } from "../kernel/hash.ts";
import { RunId, type TranscriptId } from "../schema/ids.ts";
import { JOURNAL_VERSION, JournalEntry } from "../schema/run/journal.ts";
import { MANIFEST_VERSION, RunManifest } from "../schema/run/manifest.ts";
import { writeAtomically } from "./atomic-write.ts";
import { ArtefactError } from "./errors.ts";
import { listNames, removeFile, syncDirectory, toReadError, toWriteError } from "./file-system.ts";
import {
  DELETED_NAME,
  deletedFolder,
  QUEUE_NOTE_NAME,
  queueNote,
  type RunDirectory,
  runDirectory,
} from "./layout.ts";
import type { LockOptions } from "./lock/run-lock.ts";
import { removeCachedReplies } from "./redact/forget-cached.ts";
import { commitSeals, prepareSeals } from "./redact/promised-seals.ts";
import { redactText } from "./redact/redact-by-schema.ts";
import { redactReviews } from "./redact/redact-reviews.ts";
import {
  deleteScansNaming,
  filesKeptOf,
  redactScan,
  redactScansNaming,
  removeAllBut,
} from "./redact/redact-scan.ts";
import { refuseLinks } from "./redact/refuse-links.ts";
import {
  rewrite,
  wordlessArtefact,
  wordlessLines,
  wordlessRunPlan,
  wordlessTranscript,
} from "./redact/wordless-files.ts";
import { openRun, openRunDirectory } from "./run-store.ts";

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

export interface Redaction {
  readonly transcripts: number;
  /** Number of its own scans and of joint scans that name it. */
  readonly scans: number;
  /** Number of batches for annotators drawn from it. */
  readonly reviews: number;
  /** Number of its replies in the cache. */
  readonly cached: number;
  /** Removed files that were no artefacts, or renderings of one: relative to the run's folder. */
  readonly removed: readonly string[];
}

/**
 * Replaces every text of a run by its hash. Marks the run first, so that it is not judged any more. Repeating an
 * interrupted redaction finishes it, seals included. Removes every file that may hold text.
 */
export async function redactRunFolder(
  { results, runId, reviews, otherResults = [], removeElsewhere, ...locking }: RunWithReviews,
  signal: AbortSignal,
): Promise<Redaction> {
  const store = await openRun({ results, runId, mode: "resume", ...locking });
  try {
    const paths = runDirectory(results, runId);
    await refuseLinks({ results, runId, run: paths, reviews });
    await removeElsewhere?.();
    const cached = await removeCachedReplies({ results, runId, run: paths, otherResults });
    const wasBegun = (await store.readRunPlan()).redacted === true;
    const scans = await scanIds(paths);
    const promised = await prepareSeals({ results, runId, scanIds: scans, wasBegun });
    await rewrite(paths.runPlan, wordlessRunPlan);
    const transcripts = await store.listTranscripts();
    const removed = await removeAllBut(paths.path, await keptFiles(paths, transcripts));
    for (const id of transcripts) {
      signal.throwIfAborted();
      await rewrite(paths.transcript(id), wordlessTranscript);
    }
    await rewrite(paths.runManifest, wordlessArtefact(RunManifest, MANIFEST_VERSION));
    await rewrite(paths.journal, wordlessLines(JournalEntry, JOURNAL_VERSION));
    for (const scanId of scans) {
      signal.throwIfAborted();
      await redactScan(paths.scan(scanId));
    }
    const others = await redactScansNaming(results, runId, locking);
    await commitSeals(promised, results, paths);
    const redactedReviews = await redactReviews(results, runId, reviews, locking);
    await removeFile(paths.promisedSeals);
    return {
      transcripts: transcripts.length,
      scans: scans.length + others,
      reviews: redactedReviews,
      cached,
      removed,
    };
  } finally {
    await store.close();
  }
}

/** The redacted form of the name that a conversation has in its file. */
export function redactedName(name: string): string {
  return redactText(name);
}

async function keptFiles(
  paths: RunDirectory,
  transcripts: readonly TranscriptId[],
): Promise<ReadonlySet<string>> {
  const scans = await scanIds(paths);
  return new Set([
    paths.runPlan,
    paths.runManifest,
    paths.journal,
    paths.promisedSeals,
    ...transcripts.map(paths.transcript),
    ...scans.flatMap((scanId) => filesKeptOf(paths.scan(scanId))),
  ]);
}

/** Includes scans whose planning did not finish. */
async function scanIds(paths: RunDirectory): Promise<readonly RunId[]> {
  const { folders } = await listNames(paths.scans);
  return folders.flatMap((name) => RunId.safeParse(name).data ?? []);
}

/**
 * Moves a run away in one step, then deletes its files. Throws if the run is locked. Scans that measured only this run
 * are deleted too. Its words are removed from joint scans and from batches for annotators. Also finishes earlier
 * deletions that were killed.
 */
export async function deleteRunFolder({
  results,
  runId,
  reviews,
  otherResults = [],
  removeElsewhere,
  ...locking
}: RunWithReviews): Promise<void> {
  const { paths, lock } = await openRunDirectory({ results, runId, mode: "resume", ...locking });
  const away = join(results, deletedFolder(runId, randomBytes(6).toString("hex")));
  try {
    await refuseLinks({ results, runId, run: paths, reviews });
    await removeElsewhere?.();
    await removeCachedReplies({ results, runId, run: paths, otherResults });
    await redactReviews(results, runId, reviews, locking);
    await deleteScansNaming(results, runId, locking);
    await rename(paths.path, away);
    await syncDirectory(results);
  } catch (error) {
    await lock?.release();
    throw toWriteError(error, paths.path);
  }
  // The lock was in the deleted folder.
  await finishDeletions(results);
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
