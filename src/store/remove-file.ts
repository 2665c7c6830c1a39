import { rm } from "node:fs/promises";
import { toWriteError } from "./write-error.ts";

/** The file is gone afterwards, whether or not it was there. */
export async function removeFile(path: string): Promise<void> {
  await rm(path, { force: true }).catch((error: unknown) => {
    throw toWriteError(error, path);
  });
}
