import type { RunId } from "../schema/ids.ts";
import { ensureDirectory } from "./ensure-directory.ts";
import { listNames } from "./list-names.ts";
import { NoSuchRunError } from "./no-such-run-error.ts";
import { pathExists } from "./path-exists.ts";
import { ReservedRunIdError } from "./reserved-run-id-error.ts";
import { type RunDirectory, runDirectory, SCANS_NAME } from "./run-directory.ts";
import { RunExistsError } from "./run-exists-error.ts";
import { acquireLock, isLockFile, type RunLock } from "./run-lock.ts";
import { removeLeftovers } from "./temporary-file.ts";

export interface OpenRunInput {
  readonly results: string;
  readonly runId: RunId;
  /** `create`: not there yet, or empty. `resume`: there. `read`: there, and without a lock. */
  readonly mode: "create" | "resume" | "read";
}

export interface OpenedRunDirectory {
  readonly paths: RunDirectory;
  /** Absent where the run is open for reading. */
  readonly lock?: RunLock;
}

export async function openRunDirectory(input: OpenRunInput): Promise<OpenedRunDirectory> {
  const paths = runDirectory(input.results, input.runId);
  if (input.runId === SCANS_NAME) throw new ReservedRunIdError(input.runId);
  if (input.mode === "create") {
    await ensureDirectory(paths.path);
    await refuseUnlessEmpty(paths.path, input.runId);
  } else if (!(await pathExists(paths.path))) {
    throw new NoSuchRunError(paths.path);
  }
  if (input.mode === "read") return { paths };

  const lock = await acquireLock(paths.path);
  try {
    // Two creators may both have seen an empty folder; the one that gets the lock later looks again.
    if (input.mode === "create") await refuseUnlessEmpty(paths.path, input.runId);
    await removeLeftovers(paths.path);
  } catch (error) {
    await lock.release();
    throw error;
  }
  return { paths, lock };
}

async function refuseUnlessEmpty(path: string, runId: RunId): Promise<void> {
  const { files, folders } = await listNames(path);
  const isEmpty = folders.length === 0 && files.every(isLockFile);
  if (!isEmpty) throw new RunExistsError(path, runId);
}
