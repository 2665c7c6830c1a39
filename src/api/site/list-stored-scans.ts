import { join } from "node:path";
import type { StoredScan } from "../../read-site-scan.ts";
import { RunId } from "../../schema/ids.ts";
import type { Listed } from "../../site/site-ports.ts";
import { openJointScan } from "../../store/joint-runs.ts";
import { listNames } from "../../store/list-names.ts";
import { listRuns } from "../../store/list-runs.ts";
import { pathExists } from "../../store/path-exists.ts";
import { SCANS_NAME } from "../../store/run-directory.ts";
import { openRun } from "../../store/run-store.ts";
import { scanHomeOf } from "../../store/scan-home.ts";
import { readEach } from "./read-each.ts";
import { scanTime } from "./scan-time.ts";

type NamedScan = Omit<StoredScan, "createdAt">;

/** The finished scans below a results folder: of single runs, and of several together. */
export async function listStoredScans(results: string): Promise<Listed<StoredScan>> {
  const joint = await readEach(
    await jointScanIds(results),
    (scanId) => `${SCANS_NAME}/${scanId}`,
    async (scanId): Promise<NamedScan> => {
      const { run, scan } = await openJointScan(results, scanId);
      return { key: scanId, runId: null, home: run, scan };
    },
  );
  const finished: StoredScan[] = [];
  for (const stored of [...(await scansOfRuns(results)), ...joint.items]) {
    const createdAt = await scanTime(stored.scan);
    if (createdAt !== null) finished.push({ ...stored, createdAt });
  }
  return { items: finished, unreadable: joint.unreadable };
}

async function scansOfRuns(results: string): Promise<readonly NamedScan[]> {
  const scans: NamedScan[] = [];
  for (const { run_id, scans: ids } of await listRuns(results)) {
    const run = await openRun({ results, runId: run_id, mode: "read" });
    for (const id of ids) {
      scans.push({ key: `${run_id}~${id}`, runId: run_id, home: scanHomeOf(run), scan: run.scan(id) });
    }
  }
  return scans;
}

async function jointScanIds(results: string): Promise<readonly RunId[]> {
  const ids: RunId[] = [];
  for (const name of (await listNames(join(results, SCANS_NAME))).folders) {
    const scanId = RunId.safeParse(name);
    const isPlanned = await pathExists(join(results, SCANS_NAME, name, "scan_plan.json"));
    if (scanId.success && isPlanned) ids.push(scanId.data);
  }
  return ids;
}
