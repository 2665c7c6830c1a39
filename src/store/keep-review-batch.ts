import { hashOf } from "../kernel/hash.ts";
import { REVIEW_KEY_VERSION, ReviewKey } from "../schema/review-key.ts";
import { pathExists } from "./path-exists.ts";
import { readJsonArtifact } from "./read-artifact.ts";
import { readBatch, type SealedBatch, writeBatch } from "./review-batch-store.ts";
import { reviewDirectory } from "./review-directory.ts";
import { ReviewExistsError } from "./review-exists-error.ts";

/**
 * Writes a batch where there is none. The same one again changes nothing; another is never written over. Another draw may
 * hit on the same items: then its key differs, which says what may be concluded from their labels.
 */
export async function keepBatch(directory: string, sealed: SealedBatch, key: ReviewKey): Promise<void> {
  const paths = reviewDirectory(directory);
  const [hasKey, hasBatch] = [await pathExists(paths.key), await pathExists(paths.batch)];
  if (hasKey) {
    const kept = await readJsonArtifact(paths.key, ReviewKey, REVIEW_KEY_VERSION);
    if (hashOf(kept) !== hashOf(ReviewKey.parse(key))) throw new ReviewExistsError(paths.key);
  }
  if (hasBatch) {
    const { batch } = await readBatch(directory);
    if (batch.hash !== sealed.batch.hash) throw new ReviewExistsError(paths.batch);
  }
  if (!hasKey || !hasBatch) await writeBatch(directory, sealed, key);
}
