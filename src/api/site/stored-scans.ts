import { join } from "node:path";
import type { StoredScan } from "../../finished-scan.ts";
import { BenchError } from "../../kernel/errors.ts";
import { RunId } from "../../schema/ids.ts";
import type { Unreadable } from "../../schema/site/site-index.ts";
import type { Listed } from "../../site/site-ports.ts";
import { listNames, pathExists, statIfThere } from "../../store/file-system.ts";
import { listRuns } from "../../store/find.ts";
import { openJointScan } from "../../store/joint-runs.ts";
import { SCANS_NAME } from "../../store/layout.ts";
import { openRun } from "../../store/run-store.ts";
import { scanSourceOf } from "../../store/scan-source.ts";
import type { ScanStore } from "../../store/scan-store.ts";

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
      scans.push({ key: `${run_id}~${id}`, runId: run_id, home: scanSourceOf(run), scan: run.scan(id) });
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

/** When a scan's summary was written; `null` where it is not finished. */
export async function scanTime(scan: ScanStore): Promise<string | null> {
  const file = await statIfThere(join(scan.directory, "summary.json"));
  return file?.mtime.toISOString() ?? null;
}

/** Reads one after the other; what cannot be read is named, and does not stand in the way of the rest. */
export async function readEach<Source, Item>(
  sources: readonly Source[],
  nameOf: (source: Source) => string,
  read: (source: Source) => Promise<Item>,
): Promise<Listed<Item>> {
  const items: Item[] = [];
  const unreadable: Unreadable[] = [];
  for (const source of sources) {
    try {
      items.push(await read(source));
    } catch (error) {
      if (!(error instanceof BenchError)) throw error;
      unreadable.push({ name: nameOf(source), problem: error.message });
    }
  }
  return { items, unreadable };
}
