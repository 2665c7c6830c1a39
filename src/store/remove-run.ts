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

/** A run, and the folders in which batches for annotators may lie that were drawn from it. */
export interface RunWithReviews extends LockOptions {
  readonly results: string;
  readonly runId: RunId;
  readonly reviews: readonly string[];
  /** Results folders whose caches its scans may have used, beside its own. */
  readonly otherResults?: readonly string[];
  /** Removes what is kept of the run elsewhere. Nobody else works on it meanwhile, and where this fails nothing is changed. */
  readonly removeElsewhere?: () => Promise<void>;
}

export interface Redaction {
  readonly transcripts: number;
  /** Its own, and those outside its folder that name it. */
  readonly scans: number;
  /** Batches for annotators that were drawn from it. */
  readonly reviews: number;
  /** Replies of it that the cache kept. */
  readonly cached: number;
  /** Files that were no artefact, or a rendering of one: relative to the run's folder. */
  readonly removed: readonly string[];
}

/**
 * Replaces every text of a run by its hash. The run is marked first, so that from then on nothing is judged from it;
 * when this is cut short, doing it again finishes it, seals included. Whatever is not known to be free of text is removed.
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

/** What a redaction leaves of the name that a conversation has in its file. */
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

/** Also of a scan that was not planned to its end. */
async function scanIds(paths: RunDirectory): Promise<readonly RunId[]> {
  const { folders } = await listNames(paths.scans);
  return folders.flatMap((name) => RunId.safeParse(name).data ?? []);
}

/**
 * Takes a run away in one step, then its files one by one; a run that someone works on is refused. What was measured
 * on it alone goes along, and its words go from scans that it shares with other runs and from batches for annotators. What an earlier deletion left
 * when it was killed goes too.
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
  // The lock went with the folder.
  await finishDeletions(results);
}

/** A run whose deletion was cut short, or is under way: it is no run any more, and its words are still there. */
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

/** Removes what deletions have left, whoever began them. */
export async function finishDeletions(results: string): Promise<void> {
  for (const { path } of await cutDeletions(results)) {
    await rm(path, { recursive: true, force: true }).catch((error: unknown) => {
      throw toWriteError(error, path);
    });
  }
}

/** In a run's folder: a queue's database holds words of it. There from before it does until it does no more. */
const QueueNote = z.strictObject({
  /** Under this name it is in the queue: a run, or a scan of it. */
  work: z.string(),
  /** Which database, without user, password or anything else that lets somebody in. */
  queue: z.string(),
});
export type QueueNote = z.infer<typeof QueueNote>;

const pathOf = (run: string, work: string) => queueNote(run, sha256(work).slice(0, 16));

/** Safe on disk when it resolves, so that no row is without a note. @param run its folder */
export async function noteInQueue(run: string, note: QueueNote): Promise<void> {
  await writeAtomically(pathOf(run, note.work), `${JSON.stringify(note)}\n`);
}

/** The queue has forgotten the work. */
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
