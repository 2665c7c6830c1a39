import { mkdir } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { syncDirectory } from "./sync-directory.ts";
import { toWriteError } from "./write-error.ts";

/** Creates the folder and those above it where they are missing, and makes the new names durable. */
export async function ensureDirectory(path: string): Promise<void> {
  const target = resolve(path);
  try {
    const firstCreated = await mkdir(target, { recursive: true });
    if (firstCreated === undefined) return;
    for (let created = target; created.length >= firstCreated.length; created = dirname(created)) {
      await syncDirectory(dirname(created));
    }
  } catch (error) {
    throw toWriteError(error, path);
  }
}
