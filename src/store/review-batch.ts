import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { hasCode } from "../kernel/errors.ts";
import { hashOf, sha256 } from "../kernel/hash.ts";
import { REVIEW_BATCH_VERSION, ReviewBatch, ReviewItem } from "../schema/review/review-batch.ts";
import { REVIEW_KEY_VERSION, ReviewKey } from "../schema/review/review-key.ts";
import { decodeJson, parseArtefact, readJsonArtefact, writeJsonArtefact } from "./artefact-files.ts";
import { writeAtomically } from "./atomic-write.ts";
import { storeErrors } from "./errors.ts";
import { listNames, pathExists, toReadError } from "./file-system.ts";
import { REVIEW_KEY_SUFFIX, reviewDirectory } from "./layout.ts";

export type BatchContent = Omit<
  ReviewBatch,
  "schema_version" | "items" | "items_sha256" | "batch_id" | "hash"
>;

export interface StoredBatch {
  readonly batch: ReviewBatch;
  readonly items: readonly ReviewItem[];
}

interface SealedBatch {
  readonly batch: ReviewBatch;
  /** The bytes of `items.jsonl`. */
  readonly itemLines: string;
}

const ID_DIGITS = 12;
const ITEMS_MISSING = "It is what annotators read, a part of the batch: restore it from a copy.";
const KEY_MISSING =
  "The key was written beside the batch: restore it from a copy, or name where it is kept with `keyFile`.";

/** Seals a batch and names it after its content, so that the same draw gives the same batch. */
export function sealReviewBatch(content: BatchContent, items: readonly ReviewItem[]): SealedBatch {
  const itemLines = items.map((item) => `${JSON.stringify(ReviewItem.parse(item))}\n`).join("");
  const sealed = {
    schema_version: REVIEW_BATCH_VERSION,
    ...content,
    items: items.length,
    items_sha256: sha256(itemLines),
  };
  const batch_id = `review-${hashOf(sealed).slice(0, ID_DIGITS)}`;
  return {
    batch: ReviewBatch.parse({ ...sealed, batch_id, hash: hashOf({ ...sealed, batch_id }) }),
    itemLines,
  };
}

/** Writes the key first: without its key, a labelled batch is worthless. */
async function writeReviewBatch(directory: string, sealed: SealedBatch, key: ReviewKey): Promise<void> {
  const paths = reviewDirectory(directory);
  await writeJsonArtefact(paths.key, ReviewKey.parse(key));
  await writeAtomically(paths.items, sealed.itemLines);
  await writeJsonArtefact(paths.batch, sealed.batch);
}

/** Lists batches whose keys are in the given folders. Each result is the batch's own folder, which may be in another place. */
export async function listReviews(folders: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const folder of folders)
    for (const name of (await listNames(folder)).files)
      if (name.endsWith(REVIEW_KEY_SUFFIX))
        found.push(join(folder, name.slice(0, -REVIEW_KEY_SUFFIX.length)));
  return found;
}

/** Reads a batch and throws if it changed since the export. */
export async function readReviewBatch(directory: string): Promise<StoredBatch> {
  const paths = reviewDirectory(directory);
  const batch = await readJsonArtefact(paths.batch, ReviewBatch, REVIEW_BATCH_VERSION).catch(
    (error: unknown) => {
      throw hasCode(error, "IB_NO_SUCH_ARTIFACT")
        ? storeErrors.IB_NO_SUCH_BATCH(directory, { cause: error })
        : error;
    },
  );
  const { hash, ...content } = batch;
  if (hashOf(content) !== hash)
    throw storeErrors.IB_REVIEW_BATCH_CHANGED(`${paths.batch} was changed after it was exported.`);
  const lines = await readFile(paths.items, "utf8").catch((error: unknown) => {
    throw withHint(toReadError(error, paths.items), paths.items, ITEMS_MISSING);
  });
  if (sha256(lines) !== batch.items_sha256)
    throw storeErrors.IB_REVIEW_BATCH_CHANGED(`${paths.items} was changed after it was exported.`);
  const items = lines
    .split("\n")
    .slice(0, -1)
    .map((line, index) => {
      const where = { path: paths.items, line: index + 1 };
      return parseArtefact(decodeJson(Buffer.from(line), where), ReviewItem, REVIEW_BATCH_VERSION, where);
    });
  return { batch, items };
}

/** Reads the key of this batch. @param file its path, if it is not beside the batch */
export async function readReviewKey(
  directory: string,
  batch: ReviewBatch,
  file?: string,
): Promise<ReviewKey> {
  const path = file ?? reviewDirectory(directory).key;
  const key = await readJsonArtefact(path, ReviewKey, REVIEW_KEY_VERSION).catch((error: unknown) => {
    throw withHint(error, path, KEY_MISSING);
  });
  if (key.batch_hash !== batch.hash)
    throw storeErrors.IB_REVIEW_BATCH_CHANGED(`${path} is the key of another batch than ${directory}.`);
  return key;
}

/** Replaces the hint, because no command resumes here. */
function withHint(error: unknown, path: string, hint: string): unknown {
  return hasCode(error, "IB_NO_SUCH_ARTIFACT")
    ? storeErrors.IB_NO_SUCH_ARTIFACT(path, { cause: error, hint })
    : error;
}

/**
 * Writes a new batch. The same batch again changes nothing; another batch is never overwritten. A different draw may
 * select the same items. Its key then differs, and the key determines which conclusions the labels support.
 */
export async function keepReviewBatch(directory: string, sealed: SealedBatch, key: ReviewKey): Promise<void> {
  const paths = reviewDirectory(directory);
  const [hasKey, hasBatch] = [await pathExists(paths.key), await pathExists(paths.batch)];
  if (hasKey) {
    const kept = await readJsonArtefact(paths.key, ReviewKey, REVIEW_KEY_VERSION);
    if (hashOf(kept) !== hashOf(ReviewKey.parse(key))) throw storeErrors.IB_REVIEW_EXISTS(paths.key);
  }
  if (hasBatch) {
    const { batch } = await readReviewBatch(directory);
    if (batch.hash !== sealed.batch.hash) throw storeErrors.IB_REVIEW_EXISTS(paths.batch);
  }
  if (!hasKey || !hasBatch) await writeReviewBatch(directory, sealed, key);
}
