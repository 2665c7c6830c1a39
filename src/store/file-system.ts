/**
 * File-system calls of the store; refusals become errors that a person can act on. Existence and time are checked
 * synchronously. A synchronous check takes a twentieth of the time of an asynchronous one, and a list of 2,000 runs
 * needs 60,000 checks.
 */

import { createHash } from "node:crypto";
import { createReadStream, readdirSync, type Stats, statSync } from "node:fs";
import { mkdir, open, realpath, rm } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { Sha256 } from "../schema/ids.ts";
import type { SealedFile } from "../schema/scan/seal.ts";
import { ArtefactError, storeErrors } from "./errors.ts";

export async function pathExists(path: string): Promise<boolean> {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    if (errorCode(error) === "ENOTDIR") return false;
    throw toReadError(error, path);
  }
}

/** Undefined if the file does not exist. */
export async function statIfThere(path: string): Promise<Stats | undefined> {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    throw toReadError(error, path);
  }
}

/** Resolves links; for a missing path, the path that it would have. */
export async function realPathOf(path: string): Promise<string> {
  return realpath(path).catch(() => resolve(path));
}

/** A text that changes whenever one of these files or folders is written, created or removed. */
export async function stampOf(paths: readonly string[]): Promise<string> {
  const stamps = paths.map(async (path) => {
    const file = await statIfThere(path);
    return file === undefined ? "none" : `${file.mtimeMs}:${file.size}`;
  });
  return (await Promise.all(stamps)).join(" ");
}

/** SHA-256 of a file's bytes, for files of any size. @param limit number of bytes to hash, from the beginning */
export async function hashFile(path: string, limit = Number.POSITIVE_INFINITY): Promise<SealedFile> {
  const hash = createHash("sha256");
  if (limit === 0) return { bytes: 0, sha256: Sha256.parse(hash.digest("hex")) };
  const file = createReadStream(path, { end: limit - 1 });
  await pipeline(file, hash).catch((error: unknown) => {
    throw toReadError(error, path);
  });
  return { bytes: file.bytesRead, sha256: Sha256.parse(hash.digest("hex")) };
}

export interface FolderNames {
  readonly files: readonly string[];
  readonly folders: readonly string[];
}

/** The names in a folder, each list sorted by code unit; empty if the folder is missing. */
export async function listNames(path: string): Promise<FolderNames> {
  try {
    const entries = readdirSync(path, { withFileTypes: true });
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

/** Creates missing folders on the path and makes the new names durable. */
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

/** Makes new and renamed entries of a folder survive a power cut. */
export async function syncDirectory(path: string): Promise<void> {
  // Windows cannot open a folder, and records names in its own journal.
  if (process.platform === "win32") return;
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Removes the file if it exists. */
export async function removeFile(path: string): Promise<void> {
  await rm(path, { force: true }).catch((error: unknown) => {
    throw toWriteError(error, path);
  });
}

const MISSING_CODES: ReadonlySet<string> = new Set(["ENOENT", "ENOTDIR"]);

const READ_PROBLEMS: ReadonlyMap<string, string> = new Map([
  ["EACCES", "permission to read it is denied"],
  ["EPERM", "permission to read it is denied"],
  ["EISDIR", "a folder is in the place of the file"],
  ["EIO", "the disk reports an error"],
]);

/** Converts a refused read to the user's error; passes other errors through. */
export function toReadError(error: unknown, path: string): unknown {
  const code = errorCode(error);
  if (code === undefined) return error;
  if (MISSING_CODES.has(code)) return storeErrors.IB_NO_SUCH_ARTIFACT(path, { cause: error });
  const problem = READ_PROBLEMS.get(code);
  return problem === undefined ? error : new ArtefactError({ path }, problem, { cause: error });
}

const DISK_FULL_CODES: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT"]);

const WRITE_PROBLEMS: ReadonlyMap<string, string> = new Map([
  ["EACCES", "permission denied"],
  ["EPERM", "the system does not permit it"],
  ["EROFS", "the file system is read-only"],
  ["ENOTDIR", "a part of the path is a file, not a folder"],
  ["EEXIST", "a file is in the place of a folder"],
  ["EISDIR", "a folder is in the place of the file"],
  // Node's own code when `rm` meets a folder.
  ["ERR_FS_EISDIR", "a folder is in the place of the file"],
  ["ENOENT", "the folder is gone"],
  ["ENAMETOOLONG", "the name is too long"],
  ["ELOOP", "its links go in a circle"],
  ["EBUSY", "it is in use"],
  ["EIO", "the disk reports an error"],
  ["EFBIG", "the file would be too large"],
  ["EMFILE", "too many files are open"],
  ["ENFILE", "too many files are open"],
]);

/** Converts a refused write to the user's error; passes other errors through. */
export function toWriteError(error: unknown, path: string): unknown {
  const code = errorCode(error);
  if (code === undefined) return error;
  if (DISK_FULL_CODES.has(code)) return storeErrors.IB_DISK_FULL(path, { cause: error });
  const reason = WRITE_PROBLEMS.get(code);
  return reason === undefined ? error : storeErrors.IB_CANNOT_WRITE(path, reason, { cause: error });
}

/** The system's error code (`ENOENT`), if the error has one. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}
