import { rm } from "node:fs/promises";
import { dirname } from "node:path";
import { JOURNAL_VERSION, JournalEntry } from "../schema/journal.ts";
import { SCORER_RESULT_VERSION, ScorerResult } from "../schema/scorer-result.ts";
import { VERDICT_VERSION, VerdictRow } from "../schema/verdict.ts";
import { redactJournalEntry, redactScorerResult, redactVerdict } from "./redact-artifacts.ts";
import { redactLines } from "./redact-lines.ts";
import type { ScanDirectory } from "./run-directory.ts";
import { toWriteError } from "./write-error.ts";

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
