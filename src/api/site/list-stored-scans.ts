import { join } from "node:path";
import type { StoredScan } from "../../read-site-scan.ts";
import { RunId } from "../../schema/ids.ts";
import { openJointScan } from "../../store/joint-runs.ts";
import { listNames } from "../../store/list-names.ts";
import { listRuns } from "../../store/list-runs.ts";
import { pathExists } from "../../store/path-exists.ts";
import { SCANS_NAME } from "../../store/run-directory.ts";
import { openRun } from "../../store/run-store.ts";
import { scanHomeOf } from "../../store/scan-home.ts";
import { scanTime } from "./scan-time.ts";

/** The finished scans below a results folder: of single runs, and of several together. */
export async function listStoredScans(results: string): Promise<readonly StoredScan[]> {
  const scans: Omit<StoredScan, "createdAt">[] = [];
  for (const { run_id, scans: ids } of await listRuns(results)) {
    const run = await openRun({ results, runId: run_id, mode: "read" });
    for (const id of ids) {
      scans.push({ key: `${run_id}~${id}`, runId: run_id, home: scanHomeOf(run), scan: run.scan(id) });
    }
  }
  for (const name of (await listNames(join(results, SCANS_NAME))).folders) {
    const scanId = RunId.safeParse(name);
    if (!scanId.success || !(await pathExists(join(results, SCANS_NAME, name, "scan_plan.json")))) continue;
    const { run, scan } = await openJointScan(results, scanId.data);
    scans.push({ key: scanId.data, runId: null, home: run, scan });
  }
  const finished: StoredScan[] = [];
  for (const stored of scans) {
    const createdAt = await scanTime(stored.scan);
    if (createdAt !== null) finished.push({ ...stored, createdAt });
  }
  return finished;
}
