import { readdir, rm } from "node:fs/promises";
import { join, relative } from "node:path";
import { BenchError } from "../../kernel/errors.ts";
import { RunId } from "../../schema/ids.ts";
import { HUMAN_LABEL_VERSION, HumanLabel } from "../../schema/review/review-label.ts";
import { JOURNAL_VERSION, JournalEntry } from "../../schema/run/journal.ts";
import { CostReport, MANIFEST_VERSION } from "../../schema/run/manifest.ts";
import { SCAN_PLAN_VERSION, ScanPlan } from "../../schema/scan/scan-plan.ts";
import { SCORECARD_VERSION, Scorecard } from "../../schema/scan/scorecard.ts";
import { SCORER_RESULT_VERSION, ScorerResult } from "../../schema/scan/scorer-result.ts";
import { SEAL_VERSION, Seal } from "../../schema/scan/seal.ts";
import { BlindspotRates, SUMMARY_VERSION, Summary } from "../../schema/scan/summary.ts";
import { VERDICT_VERSION, VerdictRow } from "../../schema/scan/verdict.ts";
import { readJsonArtefact } from "../artefact-files.ts";
import { listNames, pathExists, removeFile, toWriteError } from "../file-system.ts";
import { CALIBRATION_NAME, SCANS_NAME, type ScanDirectory, scanDirectory } from "../layout.ts";
import { acquireLock, isLockFile, type LockOptions } from "../lock/run-lock.ts";
import { rewrite, type Wordless, wordlessArtefact, wordlessLines } from "./wordless-files.ts";

/** Files that `redactScan` rewrites. All other files of a scan are renderings, which `report` recreates. */
export function filesKeptOf(scan: ScanDirectory): readonly string[] {
  const whole = [scan.scanPlan, scan.costReport, scan.blindspotRates, scan.summaryJson, scan.seal];
  return [...whole, scan.journal, scan.verdicts, scan.labels, scan.scorerResults, scan.scorecards];
}

/** The evidence files of a scan by path, each without its words. */
export function wordlessEvidence(scan: ScanDirectory): ReadonlyMap<string, Wordless> {
  return new Map([
    [scan.scanPlan, wordlessArtefact(ScanPlan, SCAN_PLAN_VERSION)],
    [scan.journal, wordlessLines(JournalEntry, JOURNAL_VERSION)],
    [scan.verdicts, wordlessLines(VerdictRow, VERDICT_VERSION)],
    [scan.labels, wordlessLines(HumanLabel, HUMAN_LABEL_VERSION)],
    [scan.scorerResults, wordlessLines(ScorerResult, SCORER_RESULT_VERSION)],
  ]);
}

/** Replaces every text of a scan by its hash. Deletes files that are not artefacts. */
export async function redactScan(scan: ScanDirectory): Promise<void> {
  await removeAllBut(scan.path, new Set(filesKeptOf(scan)));
  const derived: ReadonlyMap<string, Wordless> = new Map([
    [scan.costReport, wordlessArtefact(CostReport, MANIFEST_VERSION)],
    [scan.blindspotRates, wordlessArtefact(BlindspotRates, SUMMARY_VERSION)],
    [scan.summaryJson, wordlessArtefact(Summary, SUMMARY_VERSION)],
    [scan.scorecards, wordlessLines(Scorecard, SCORECARD_VERSION)],
  ]);
  for (const [path, wordless] of derived) {
    // An unreadable derived file can be recomputed, and its words must not stay: delete it.
    await rewrite(path, wordless).catch(async (error: unknown) => {
      if (!(error instanceof BenchError)) throw error;
      await removeFile(path);
    });
  }
  // The seal does not match the rewritten files until the scan is sealed again.
  await rewrite(scan.seal, wordlessArtefact(Seal, SEAL_VERSION));
  for (const [path, wordless] of wordlessEvidence(scan)) await rewrite(path, wordless);
}

/** Removes a run's words from joint scans that name it: they quote every run they name. Returns the number of scans. */
export async function redactScansNaming(
  results: string,
  runId: RunId,
  locking: LockOptions,
): Promise<number> {
  let redacted = 0;
  for (const name of [SCANS_NAME, CALIBRATION_NAME]) {
    redacted += await eachScanNaming(join(results, name), { runId, locking }, redactScan);
  }
  return redacted;
}

/** Like `redactScansNaming`, but deletes scans that measured only this run, because they are useless without it. */
export async function deleteScansNaming(results: string, runId: RunId, locking: LockOptions): Promise<void> {
  await eachScanNaming(join(results, SCANS_NAME), { runId, locking }, redactScan);
  await eachScanNaming(join(results, CALIBRATION_NAME), { runId, locking }, async (scan, runs) => {
    if (runs.some((id) => id !== runId)) return redactScan(scan);
    await rm(scan.path, { recursive: true, force: true }).catch((error: unknown) => {
      throw toWriteError(error, scan.path);
    });
  });
}

/** Applies a function to the scans of a folder whose plans name a run. Returns their number. */
async function eachScanNaming(
  folder: string,
  { runId, locking }: { readonly runId: RunId; readonly locking: LockOptions },
  change: (scan: ScanDirectory, runs: readonly RunId[]) => Promise<void>,
): Promise<number> {
  if (!(await pathExists(folder))) return 0;
  const lock = await acquireLock(folder, locking);
  try {
    const found = await scansNaming(folder, runId);
    for (const { scan, runs } of found) await change(scan, runs);
    return found.length;
  } finally {
    await lock.release();
  }
}

interface ScanNaming {
  readonly scanId: RunId;
  readonly scan: ScanDirectory;
  /** All runs that the plan names. */
  readonly runs: readonly RunId[];
}

/** The scans of a folder whose plans name a run. */
export async function scansNaming(folder: string, runId: RunId): Promise<readonly ScanNaming[]> {
  const found: ScanNaming[] = [];
  const { files, folders } = await listNames(folder);
  // A link to a folder has another file type, but still leads to words.
  for (const name of [...folders, ...files]) {
    const { data: scanId } = RunId.safeParse(name);
    const scan = scanDirectory(join(folder, name));
    if (scanId === undefined || !(await pathExists(scan.scanPlan))) continue;
    const { runs = [] } = await readJsonArtefact(scan.scanPlan, ScanPlan, SCAN_PLAN_VERSION);
    const ids = runs.map(({ run_id }) => run_id);
    if (ids.includes(runId)) found.push({ scanId, scan, runs: ids });
  }
  return found;
}

/** Deletes every file below a folder except these and the lock. Returns the deleted paths, relative to the folder. */
export async function removeAllBut(folder: string, kept: ReadonlySet<string>): Promise<readonly string[]> {
  const removed: string[] = [];
  try {
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      const isLock = entry.parentPath === folder && isLockFile(entry.name);
      if (entry.isDirectory() || isLock || kept.has(path)) continue;
      await rm(path, { force: true });
      removed.push(relative(folder, path).replaceAll("\\", "/"));
    }
  } catch (error) {
    throw toWriteError(error, folder);
  }
  return removed.toSorted();
}
