import { join } from "node:path";
import { RunId } from "../schema/ids.ts";
import { SCAN_PLAN_VERSION, ScanPlan } from "../schema/scan-plan.ts";
import { listNames } from "./list-names.ts";
import { pathExists } from "./path-exists.ts";
import { readJsonArtifact } from "./read-artifact.ts";
import { filesKeptOf, redactScan } from "./redact-scan.ts";
import { removeAllBut } from "./remove-all-but.ts";
import { SCANS_NAME, scanDirectory } from "./run-directory.ts";
import { acquireLock } from "./run-lock.ts";

/** Scans of several runs quote each of them: where one's words go, they go from those too. How many there were. */
export async function redactJointScans(results: string, runId: RunId): Promise<number> {
  const folder = join(results, SCANS_NAME);
  if (!(await pathExists(folder))) return 0;
  const lock = await acquireLock(folder);
  try {
    let redacted = 0;
    for (const name of (await listNames(folder)).folders.filter((it) => RunId.safeParse(it).success)) {
      const scan = scanDirectory(join(folder, name));
      if (!(await pathExists(scan.scanPlan))) continue;
      const { runs = [] } = await readJsonArtifact(scan.scanPlan, ScanPlan, SCAN_PLAN_VERSION);
      if (!runs.some(({ run_id }) => run_id === runId)) continue;
      await removeAllBut(scan.path, new Set(filesKeptOf(scan)));
      await redactScan(scan);
      redacted += 1;
    }
    return redacted;
  } finally {
    await lock.release();
  }
}
