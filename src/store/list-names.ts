import { readdir } from "node:fs/promises";
import { errorCode } from "./error-code.ts";
import { toReadError } from "./read-error.ts";

export interface FolderNames {
  readonly files: readonly string[];
  readonly folders: readonly string[];
}

/** What a folder holds, each list by code unit; nothing where the folder is missing. */
export async function listNames(path: string): Promise<FolderNames> {
  try {
    const entries = await readdir(path, { withFileTypes: true });
    const names = (kept: typeof entries) => kept.map((entry) => entry.name).sort();
    return {
      files: names(entries.filter((entry) => !entry.isDirectory())),
      folders: names(entries.filter((entry) => entry.isDirectory())),
    };
  } catch (error) {
    const code = errorCode(error);
    if (code === "ENOENT" || code === "ENOTDIR") return { files: [], folders: [] };
    throw toReadError(error, path);
  }
}
