import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { RunId } from "../../schema/ids.ts";
import { REVIEW_KEY_VERSION, ReviewKey } from "../../schema/review/review-key.ts";
import { readJsonArtefact } from "../artefact-files.ts";
import { pathExists, removeFile, toWriteError } from "../file-system.ts";
import { reviewDirectory, SCANS_NAME } from "../layout.ts";
import type { LockOptions, RunLock } from "../lock/run-lock.ts";
import { listReviews } from "../review-batch.ts";
import { lockReview } from "../review-labels.ts";
import { scansNaming } from "./delete-scans.ts";

/** The folders of batches for annotators that were drawn from a run, or from a scan that it shares. */
export async function reviewsOfRun(
  results: string,
  runId: RunId,
  folders: readonly string[],
): Promise<readonly string[]> {
  const joint = new Set((await scansNaming(join(results, SCANS_NAME), runId)).map(({ scanId }) => scanId));
  const found: string[] = [];
  for (const directory of await listReviews(folders)) {
    const key = await readJsonArtefact(reviewDirectory(directory).key, ReviewKey, REVIEW_KEY_VERSION);
    const isOfRun = key.run_id === null ? joint.has(key.scan_id) : key.run_id === runId;
    if (isOfRun) found.push(directory);
  }
  return found;
}

/** Deletes batches with their labels: they hold whole conversations, and labels quote them. One that somebody labels is refused. */
export async function deleteReviews(directories: readonly string[], locking: LockOptions): Promise<void> {
  for (const directory of directories) {
    const { path, key, labels, adjudication, sample, merged, mergedAdjudication } =
      reviewDirectory(directory);
    const locks: RunLock[] = [];
    try {
      if (await pathExists(labels)) locks.push(await lockReview(labels, "labelling", locking));
      if (await pathExists(adjudication)) locks.push(await lockReview(adjudication, "adjudication", locking));
      await rm(path, { recursive: true, force: true }).catch((error: unknown) => {
        throw toWriteError(error, path);
      });
    } finally {
      for (const lock of locks) await lock.release();
    }
    // The key goes last: by it the batch is found when this is cut short.
    for (const file of [merged, mergedAdjudication, sample, key]) await removeFile(file);
  }
}
