import { rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { ensureDirectory } from "./ensure-directory.ts";
import { syncDirectory } from "./sync-directory.ts";
import { temporaryPath } from "./temporary-file.ts";
import { toWriteError } from "./write-error.ts";

/** `writeAtomically` for what is not text. */
export async function writeBytes(path: string, bytes: Uint8Array): Promise<void> {
  await ensureDirectory(dirname(path));
  const temporary = temporaryPath(path);
  try {
    await writeFile(temporary, bytes, { flag: "wx", flush: true });
    await rename(temporary, path);
    await syncDirectory(dirname(path));
  } catch (error) {
    await rm(temporary, { force: true });
    throw toWriteError(error, path);
  }
}
