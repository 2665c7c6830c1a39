import { readdir, rm } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import type * as z from "zod";
import { RunId, type TranscriptId } from "../schema/ids.ts";
import { JOURNAL_VERSION, JournalEntry } from "../schema/journal.ts";
import { SCORER_RESULT_VERSION, ScorerResult } from "../schema/scorer-result.ts";
import { VERDICT_VERSION, VerdictRow } from "../schema/verdict.ts";
import { listNames } from "./list-names.ts";
import { pathExists } from "./path-exists.ts";
import { readJsonLines } from "./read-artifact.ts";
import {
  redactJournalEntry,
  redactPlan,
  redactScorerResult,
  redactTranscript,
  redactVerdict,
} from "./redact-artifacts.ts";
import { type RunDirectory, runDirectory } from "./run-directory.ts";
import { isLockFile } from "./run-lock.ts";
import { openRun } from "./run-store.ts";
import { readTranscriptFile, writeTranscriptFile } from "./transcript-file.ts";
import { writeJsonLines } from "./write-artifact.ts";
import { toWriteError } from "./write-error.ts";

export interface Redaction {
  readonly transcripts: number;
  readonly scans: number;
  /** Files that were no artefact, or a rendering of one: relative to the run's folder. */
  readonly removed: readonly string[];
}

/**
 * Replaces every text of a run by its hash. The run is marked first, so that from then on nothing is judged from it;
 * when this is cut short, doing it again finishes it. Whatever is not known to be free of text is removed.
 */
export async function redactRun(results: string, runId: RunId, signal: AbortSignal): Promise<Redaction> {
  const store = await openRun({ results, runId, mode: "resume" });
  try {
    await store.writeRunPlan(redactPlan(await store.readRunPlan()));
    const paths = runDirectory(results, runId);
    const transcripts = await store.listTranscripts();
    const removed = await removeAllBut(paths, await keptFiles(paths, transcripts));
    for (const id of transcripts) {
      signal.throwIfAborted();
      const path = paths.transcript(id);
      await writeTranscriptFile(path, redactTranscript(await readTranscriptFile(path)));
    }
    await redactLines(paths.journal, JournalEntry, JOURNAL_VERSION, redactJournalEntry);
    const scans = await scanIds(paths);
    for (const scanId of scans) {
      signal.throwIfAborted();
      const scan = paths.scan(scanId);
      await redactLines(scan.journal, JournalEntry, JOURNAL_VERSION, redactJournalEntry);
      await redactLines(scan.verdicts, VerdictRow, VERDICT_VERSION, redactVerdict);
      await redactLines(scan.scorerResults, ScorerResult, SCORER_RESULT_VERSION, redactScorerResult);
    }
    return { transcripts: transcripts.length, scans: scans.length, removed };
  } finally {
    await store.close();
  }
}

async function redactLines<Schema extends z.ZodType>(
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

/** What is rewritten below, and what holds numbers and ids only. */
async function keptFiles(
  paths: RunDirectory,
  transcripts: readonly TranscriptId[],
): Promise<ReadonlySet<string>> {
  const kept = new Set([
    paths.runPlan,
    paths.runManifest,
    paths.journal,
    ...transcripts.map(paths.transcript),
  ]);
  for (const scanId of await scanIds(paths)) {
    const scan = paths.scan(scanId);
    const numbers = [scan.scanPlan, scan.costReport, scan.scorecards, scan.blindspotRates, scan.summaryJson];
    const texts = [scan.journal, scan.verdicts, scan.scorerResults];
    for (const path of [...numbers, ...texts, scan.summaryMarkdown]) kept.add(path);
  }
  return kept;
}

/** Also of a scan that was not planned to its end. */
async function scanIds(paths: RunDirectory): Promise<readonly RunId[]> {
  const { folders } = await listNames(paths.scans);
  return folders.flatMap((name) => RunId.safeParse(name).data ?? []);
}

async function removeAllBut(paths: RunDirectory, kept: ReadonlySet<string>): Promise<readonly string[]> {
  const removed: string[] = [];
  try {
    for (const entry of await readdir(paths.path, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      const isLock = entry.parentPath === paths.path && isLockFile(entry.name);
      if (entry.isDirectory() || isLock || kept.has(path)) continue;
      await rm(path, { force: true });
      removed.push(relative(paths.path, path).replaceAll("\\", "/"));
    }
    for (const scanId of await scanIds(paths)) {
      await rm(dirname(paths.scan(scanId).report), { recursive: true, force: true });
    }
  } catch (error) {
    throw toWriteError(error, paths.path);
  }
  return removed.toSorted();
}
