import { readdir, rm } from "node:fs/promises";
import { join, relative } from "node:path";
import { isLockFile } from "./run-lock.ts";
import { toWriteError } from "./write-error.ts";

/** Every file below a folder goes, but these and the folder's lock; which, relative to it. */
export async function removeAllBut(folder: string, kept: ReadonlySet<string>): Promise<readonly string[]> {
  const removed: string[] = [];
  try {
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      const isLock = entry.parentPath === folder && isLockFile(entry.name);
      if (entry.isDirectory() || isLock || kept.has(path)) continue;
      await rm(path, { force: true });
      removed.push(relative(folder, path).replaceAll("\\", "/"));
    }
  } catch (error) {
    throw toWriteError(error, folder);
  }
  return removed.toSorted();
}
