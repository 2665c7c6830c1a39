import { join } from "node:path";
import type { StoredScan } from "../../finished-scan.ts";
import { BenchError } from "../../kernel/errors.ts";
import { RunId } from "../../schema/ids.ts";
import type { Listed, Unreadable } from "../../site/site-ports.ts";
import { listNames, pathExists, stampOf } from "../../store/file-system.ts";
import { listRuns } from "../../store/find.ts";
import { runDirectory, SCANS_NAME, scanDirectory } from "../../store/layout.ts";
import { openRun } from "../../store/run-store.ts";
import { openJointScan, scanSourceOf } from "../../store/scan-source.ts";
import { scanTime } from "../../store/seal.ts";

type NamedScan = Omit<StoredScan, "createdAt">;

/** Separates a run and its scan in a key: no name contains it. */
const KEY_MARK = "~";

/** Times of scans by folder: a seal is read again only after it was written. */
export type KnownTimes = Map<string, { readonly stamp: string; readonly createdAt: string | null }>;

/** Lists the finished scans below a results folder: of single runs, and of several together. */
export async function listStoredScans(
  results: string,
  known: KnownTimes = new Map(),
): Promise<Listed<StoredScan>> {
  const joint = await readEach(
    await jointScanIds(results),
    (scanId) => `${SCANS_NAME}/${scanId}`,
    (scanId) => jointScan(results, scanId),
  );
  const ofRuns: NamedScan[] = [];
  for (const { run_id, scans } of await listRuns(results)) {
    for (const scanId of scans) ofRuns.push(await scanOfRun(results, run_id, scanId));
  }
  const finished: StoredScan[] = [];
  for (const stored of [...ofRuns, ...joint.items]) {
    const createdAt = await timeOf(stored, known);
    if (createdAt !== null) finished.push({ ...stored, createdAt });
  }
  return { items: finished, unreadable: joint.unreadable };
}

async function timeOf({ scan }: NamedScan, known: KnownTimes): Promise<string | null> {
  const { summaryJson, seal } = scan.paths;
  const stamp = await stampOf([summaryJson, seal]);
  const before = known.get(scan.directory);
  if (before?.stamp === stamp) return before.createdAt;
  const createdAt = await scanTime(scan.paths);
  known.set(scan.directory, { stamp, createdAt });
  return createdAt;
}

/** Finds one of them by its key without listing all; `null` if it is missing or unfinished. */
export async function findStoredScan(results: string, key: string): Promise<StoredScan | null> {
  const [first, second] = key.split(KEY_MARK).map((name) => RunId.safeParse(name).data);
  if (first === undefined) return null;
  const isOfRun = key.includes(KEY_MARK);
  if (isOfRun && second === undefined) return null;
  const { scanPlan } =
    second === undefined
      ? scanDirectory(join(results, SCANS_NAME, first))
      : runDirectory(results, first).scan(second);
  if (!(await pathExists(scanPlan))) return null;
  const stored =
    second === undefined ? await jointScan(results, first) : await scanOfRun(results, first, second);
  const createdAt = await scanTime(stored.scan.paths);
  return createdAt === null ? null : { ...stored, createdAt };
}

async function jointScan(results: string, scanId: RunId): Promise<NamedScan> {
  const { run, scan } = await openJointScan(results, scanId);
  return { key: scanId, runId: null, home: run, scan };
}

async function scanOfRun(results: string, runId: RunId, scanId: RunId): Promise<NamedScan> {
  const run = await openRun({ results, runId, mode: "read" });
  return { key: `${runId}${KEY_MARK}${scanId}`, runId, home: scanSourceOf(run), scan: run.scan(scanId) };
}

async function jointScanIds(results: string): Promise<readonly RunId[]> {
  const ids: RunId[] = [];
  for (const name of (await listNames(join(results, SCANS_NAME))).folders) {
    const scanId = RunId.safeParse(name);
    const isPlanned = await pathExists(scanDirectory(join(results, SCANS_NAME, name)).scanPlan);
    if (scanId.success && isPlanned) ids.push(scanId.data);
  }
  return ids;
}

/** Reads items one after the other; reports unreadable ones and continues. */
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
