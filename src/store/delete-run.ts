import { randomBytes } from "node:crypto";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { RunId } from "../schema/ids.ts";
import { listNames } from "./list-names.ts";
import { openRunDirectory } from "./open-run-directory.ts";
import { redactJointScans } from "./redact-joint-scans.ts";
import { syncDirectory } from "./sync-directory.ts";
import { toWriteError } from "./write-error.ts";

/** No run's name begins with a dot. */
const DELETED = ".deleted.";

/**
 * Takes a run away in one step, then its files one by one; a run that someone works on is refused. Its words also go
 * from scans that it shares with other runs. What an earlier deletion left when it was killed goes too.
 */
export async function deleteRun(results: string, runId: RunId): Promise<void> {
  const { paths, lock } = await openRunDirectory({ results, runId, mode: "resume" });
  const away = join(results, `${DELETED}${runId}.${randomBytes(6).toString("hex")}`);
  try {
    await redactJointScans(results, runId);
    await rename(paths.path, away);
    await syncDirectory(results);
  } catch (error) {
    await lock?.release();
    throw toWriteError(error, paths.path);
  }
  // The lock went with the folder.
  for (const name of (await listNames(results)).folders.filter((folder) => folder.startsWith(DELETED))) {
    const path = join(results, name);
    await rm(path, { recursive: true, force: true }).catch((error: unknown) => {
      throw toWriteError(error, path);
    });
  }
}
