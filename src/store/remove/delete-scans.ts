import { rm } from "node:fs/promises";
import { join } from "node:path";
import { RunId } from "../../schema/ids.ts";
import { SCAN_PLAN_VERSION, ScanPlan } from "../../schema/scan/scan-plan.ts";
import { readJsonArtefact } from "../artefact-files.ts";
import { listNames, pathExists, toWriteError } from "../file-system.ts";
import { CALIBRATION_NAME, SCANS_NAME, type ScanDirectory, scanDirectory } from "../layout.ts";
import { acquireLock, type LockOptions } from "../lock/run-lock.ts";

/** Folders of scans beside the runs: those of several runs, and those that measure a judge. */
const FOLDERS_BESIDE_RUNS = [SCANS_NAME, CALIBRATION_NAME] as const;

interface ScanNaming {
  readonly scanId: RunId;
  readonly scan: ScanDirectory;
}

/** The scans of a folder whose plans name a run. */
export async function scansNaming(folder: string, runId: RunId): Promise<readonly ScanNaming[]> {
  const found: ScanNaming[] = [];
  const { files, folders } = await listNames(folder);
  // A link to a folder is no folder by its kind, and holds words all the same.
  for (const name of [...folders, ...files]) {
    const { data: scanId } = RunId.safeParse(name);
    const scan = scanDirectory(join(folder, name));
    if (scanId === undefined || !(await pathExists(scan.scanPlan))) continue;
    const { runs = [] } = await readJsonArtefact(scan.scanPlan, ScanPlan, SCAN_PLAN_VERSION);
    if (runs.some(({ run_id }) => run_id === runId)) found.push({ scanId, scan });
  }
  return found;
}

/** The scans outside a run's folder that name it, and so quote it. */
export async function scansBeside(results: string, runId: RunId): Promise<readonly ScanDirectory[]> {
  const found = FOLDERS_BESIDE_RUNS.map((name) => scansNaming(join(results, name), runId));
  return (await Promise.all(found)).flat().map(({ scan }) => scan);
}

/** Deletes the scans outside a run's folder that name it, also those that it shares with other runs. */
export async function deleteScansBeside(results: string, runId: RunId, locking: LockOptions): Promise<void> {
  for (const name of FOLDERS_BESIDE_RUNS) {
    const folder = join(results, name);
    if (!(await pathExists(folder))) continue;
    const lock = await acquireLock(folder, locking);
    try {
      for (const { scan } of await scansNaming(folder, runId)) await deleteScan(scan.path);
    } finally {
      await lock.release();
    }
  }
}

async function deleteScan(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true }).catch((error: unknown) => {
    throw toWriteError(error, path);
  });
}
