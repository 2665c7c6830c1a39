import { ReviewLockedError } from "./review-locked-error.ts";
import { acquireLock, type RunLock } from "./run-lock.ts";
import { RunLockedError } from "./run-locked-error.ts";

/** The exclusive right to write into a batch's folder of labels. @param command which takes it */
export async function lockReview(
  folder: string,
  command: "review serve" | "review adjudicate",
): Promise<RunLock> {
  try {
    return await acquireLock(folder);
  } catch (error) {
    throw error instanceof RunLockedError ? new ReviewLockedError(command, error) : error;
  }
}
