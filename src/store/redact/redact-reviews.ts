import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { hashOf, sha256 } from "../../kernel/hash.ts";
import { type RunId, Sha256 } from "../../schema/ids.ts";
import { REVIEW_BATCH_VERSION, ReviewBatch, ReviewItem } from "../../schema/review/review-batch.ts";
import { REVIEW_KEY_VERSION, ReviewKey } from "../../schema/review/review-key.ts";
import { HumanLabel, REVIEW_LABEL_VERSION, ReviewLabel } from "../../schema/review/review-label.ts";
import { readJsonArtefact, writeJsonArtefact } from "../artefact-files.ts";
import { listNames, pathExists } from "../file-system.ts";
import { LABEL_SUFFIX, reviewDirectory, SCANS_NAME } from "../layout.ts";
import type { LockOptions, RunLock } from "../lock/run-lock.ts";
import { listReviews } from "../review-batch.ts";
import { lockReview } from "../review-labels.ts";
import { redactBySchema } from "./redact-by-schema.ts";
import { scansNaming } from "./redact-scan.ts";
import { rewrite, wordlessLines } from "./wordless-files.ts";

/**
 * Removes a run's words from the batches in these folders that were drawn from it. Batches hold whole conversations,
 * and labels quote them. Keeps people's decisions. Returns the number of batches.
 */
export async function redactReviews(
  results: string,
  runId: RunId,
  folders: readonly string[],
  locking: LockOptions,
): Promise<number> {
  const reviews = await reviewsOfRun(results, runId, folders);
  for (const { directory, key } of reviews) await redactReview(directory, key, locking);
  return reviews.length;
}

interface ReviewOfRun {
  readonly directory: string;
  readonly key: ReviewKey;
}

/** Batches in the given folders that were drawn from a run, or from a joint scan of it. */
export async function reviewsOfRun(
  results: string,
  runId: RunId,
  folders: readonly string[],
): Promise<readonly ReviewOfRun[]> {
  const joint = new Set((await scansNaming(join(results, SCANS_NAME), runId)).map(({ scanId }) => scanId));
  const found: ReviewOfRun[] = [];
  for (const directory of await listReviews(folders)) {
    const key = await readJsonArtefact(reviewDirectory(directory).key, ReviewKey, REVIEW_KEY_VERSION);
    const isOfRun = key.run_id === null ? joint.has(key.scan_id) : key.run_id === runId;
    if (isOfRun) found.push({ directory, key });
  }
  return found;
}

/** Seals the batch again, and updates the seal in its key and labels. An interrupted redaction is finished by the next one. */
async function redactReview(directory: string, key: ReviewKey, locking: LockOptions): Promise<void> {
  const paths = reviewDirectory(directory);
  const labelFolders: string[] = [];
  const locks: RunLock[] = [];
  try {
    for (const [folder, work] of [
      [paths.labels, "labelling"],
      [paths.adjudication, "adjudication"],
    ] as const) {
      if (!(await pathExists(folder))) continue;
      locks.push(await lockReview(folder, work, locking));
      labelFolders.push(folder);
    }
    for (const path of [paths.merged, paths.mergedAdjudication]) {
      await rewrite(path, wordlessLines(HumanLabel, REVIEW_LABEL_VERSION));
    }
    if (!(await pathExists(paths.batch))) return;
    await rewrite(paths.items, wordlessLines(ReviewItem, REVIEW_BATCH_VERSION));
    const batch = await readJsonArtefact(paths.batch, ReviewBatch, REVIEW_BATCH_VERSION);
    const { hash: _, ...content } = redactBySchema(ReviewBatch, batch);
    const items_sha256 = Sha256.parse(sha256(await readFile(paths.items, "utf8")));
    const sealed = { ...content, items_sha256, redacted: true as const };
    const hash = Sha256.parse(hashOf(sealed));
    for (const folder of labelFolders) await redactLabels(folder, hash);
    await writeJsonArtefact(paths.key, ReviewKey.parse({ ...key, batch_hash: hash }));
    await writeJsonArtefact(paths.batch, ReviewBatch.parse({ ...sealed, hash }));
  } finally {
    for (const lock of locks) await lock.release();
  }
}

async function redactLabels(folder: string, batch_hash: Sha256): Promise<void> {
  const wordless = wordlessLines(ReviewLabel, REVIEW_LABEL_VERSION, (label) => ({ ...label, batch_hash }));
  for (const name of (await listNames(folder)).files) {
    if (name.endsWith(LABEL_SUFFIX)) await rewrite(join(folder, name), wordless);
  }
}
