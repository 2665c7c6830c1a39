import { readdir, rm } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import type * as z from "zod";
import { RunId } from "../../schema/ids.ts";
import { JOURNAL_VERSION, JournalEntry } from "../../schema/run/journal.ts";
import { SCAN_PLAN_VERSION, ScanPlan } from "../../schema/scan/scan-plan.ts";
import { SCORER_RESULT_VERSION, ScorerResult } from "../../schema/scan/scorer-result.ts";
import { VERDICT_VERSION, VerdictRow } from "../../schema/scan/verdict.ts";
import { readJsonArtefact, readJsonLines, writeJsonLines } from "../artefact-files.ts";
import { listNames, pathExists, toWriteError } from "../file-system.ts";
import { SCANS_NAME, type ScanDirectory, scanDirectory } from "../layout.ts";
import { acquireLock, isLockFile } from "../lock/run-lock.ts";
import { redactJournalEntry, redactScorerResult, redactVerdict } from "./redact-artefacts.ts";

/** What `redactScan` rewrites, and what holds numbers and ids only. */
export function filesKeptOf(scan: ScanDirectory): readonly string[] {
  const numbers = [scan.scanPlan, scan.costReport, scan.scorecards, scan.blindspotRates, scan.summaryJson];
  return [...numbers, scan.journal, scan.verdicts, scan.scorerResults, scan.summaryMarkdown];
}

/** Replaces every text of a scan by its hash. The report goes. */
export async function redactScan(scan: ScanDirectory): Promise<void> {
  await redactLines(scan.journal, JournalEntry, JOURNAL_VERSION, redactJournalEntry);
  await redactLines(scan.verdicts, VerdictRow, VERDICT_VERSION, redactVerdict);
  await redactLines(scan.scorerResults, ScorerResult, SCORER_RESULT_VERSION, redactScorerResult);
  const report = dirname(scan.report);
  await rm(report, { recursive: true, force: true }).catch((error: unknown) => {
    throw toWriteError(error, report);
  });
}

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
      const { runs = [] } = await readJsonArtefact(scan.scanPlan, ScanPlan, SCAN_PLAN_VERSION);
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

/** Rewrites a file row by row; nothing where it is missing. */
export async function redactLines<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  version: number,
  redact: (row: z.output<Schema>) => z.output<Schema>,
): Promise<void> {
  if (!(await pathExists(path))) return;
  const rows = readJsonLines(path, schema, { version, tornLastLine: "drop" });
  await writeJsonLines(path, mapRows(rows, redact));
}

async function* mapRows<Row>(rows: AsyncIterable<Row>, change: (row: Row) => Row): AsyncGenerator<Row> {
  for await (const row of rows) yield change(row);
}

/** Every file below a folder goes, but these and the folder's lock; which, relative to it. */
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
