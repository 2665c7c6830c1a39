import type { ReviewKey } from "../schema/review-key.ts";
import { pathExists } from "./path-exists.ts";
import { ReviewBatchChangedError } from "./review-batch-changed-error.ts";
import { readBatch, readKey, type SealedBatch, writeBatch } from "./review-batch-store.ts";
import { reviewDirectory } from "./review-directory.ts";
import { ReviewExistsError } from "./review-exists-error.ts";

/** Writes a batch where there is none. The same one again changes nothing; another is never written over. */
export async function keepBatch(directory: string, sealed: SealedBatch, key: ReviewKey): Promise<void> {
  const paths = reviewDirectory(directory);
  if (await pathExists(paths.key)) {
    await readKey(directory, sealed.batch).catch((error: unknown) => {
      throw error instanceof ReviewBatchChangedError ? new ReviewExistsError(paths.key) : error;
    });
  }
  if (await pathExists(paths.batch)) {
    const { batch } = await readBatch(directory);
    if (batch.hash !== sealed.batch.hash) throw new ReviewExistsError(paths.batch);
  }
  await writeBatch(directory, sealed, key);
}
