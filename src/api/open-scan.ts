/** Opens a scan for reading, for decisions, or for judging. */
import { reviewErrors } from "../review/errors.ts";
import type { RunId } from "../schema/ids.ts";
import type { Transcript } from "../schema/run/transcript.ts";
import type { ScanPlan } from "../schema/scan/scan-plan.ts";
import type { Scorecard } from "../schema/scan/scorecard.ts";
import type { Seal } from "../schema/scan/seal.ts";
import type { BlindspotRates, Summary } from "../schema/scan/summary.ts";
import type { VerdictRow } from "../schema/scan/verdict.ts";
import { storeErrors } from "../store/errors.ts";
import { findScan, locateRun } from "../store/find.ts";
import { openRun } from "../store/run-store.ts";
import { openJointRuns, openJointScan, type ScanSource, scanSourceOf } from "../store/scan-source.ts";
import { type BenchContext, lockOptions } from "./bench-context.ts";
import type { ScanOptions, TakingOver } from "./bench-options.ts";
import { type OpenedScan, verifyAndRepair } from "./evidence/verify-and-repair.ts";

/** Opens a scan of one run or of several for reading. */
export async function openScan(context: BenchContext, path: string): Promise<OpenedScan> {
  const { results, runId, scanId } = await findScan(path, context.results);
  if (runId === null) return openJointScan(results, scanId);
  const run = await openRun({ results, runId, mode: "read" });
  return { run: scanSourceOf(run), scan: run.scan(scanId) };
}

/** Opens a scan for decisions: verifies its evidence and the files derived from it. */
export async function openEvidence(
  context: BenchContext,
  path: string,
): Promise<OpenedScan & { readonly seal: Seal }> {
  const opened = await openScan(context, path);
  return { ...opened, seal: await verifyAndRepair(context, opened) };
}

/** Refuses scans with human decisions: they cannot be used to measure the judge. */
export async function judgedAlone<Opened extends OpenedScan>(
  path: string,
  opening: Promise<Opened>,
): Promise<Opened> {
  const opened = await opening;
  const { people } = await opened.scan.readPlan();
  if (people !== undefined) throw reviewErrors.IB_DECIDED_BY_PEOPLE(path, people.scan_id);
  return opened;
}

/**
 * Opens a source for judging: a run that stays locked meanwhile, or runs that are only read. A dry run locks and
 * writes nothing.
 */
export async function openScanSource(
  context: BenchContext,
  runPaths: readonly string[],
  options: TakingOver & Pick<ScanOptions, "dryRun">,
): Promise<{ readonly home: ScanSource; readonly close: () => Promise<void> }> {
  const located = await Promise.all(runPaths.map((path) => locateRun(path, context.results)));
  const [first] = located;
  if (first === undefined) throw new Error("a scan needs a run");
  const { results, runId } = first;
  const runIds = [...new Set(located.map((run) => run.runId))];
  const folders = [...new Set(located.map((run) => run.results))];
  if (folders.length > 1) throw storeErrors.IB_RUNS_APART(folders);
  const locking = lockOptions(context, options);
  if (runIds.length === 1) {
    const run = await openRun({ results, runId, mode: options.dryRun ? "read" : "resume", ...locking });
    return { home: scanSourceOf(run), close: () => run.close() };
  }
  const mode = options.dryRun ? "read" : "write";
  const runs = await openJointRuns({ results, runIds, mode, ...locking });
  return { home: runs, close: () => runs.close() };
}

/** A finished scan. Yields rows and transcripts one by one, so that a scan of any size fits in memory. */
export interface FinishedScan {
  readonly scanId: RunId;
  readonly directory: string;
  readonly plan: ScanPlan;
  summary(): Promise<Summary>;
  blindspotRates(): Promise<BlindspotRates>;
  /** Yields one for each transcript. */
  scorecards(): AsyncIterable<Scorecard>;
  /** Yields one for each transcript and each check of the corpus, eligible or not. */
  verdicts(): AsyncIterable<VerdictRow>;
  /** Yields transcripts in the order of the plan. */
  transcripts(): AsyncIterable<Transcript>;
}

export async function readScan(context: BenchContext, path: string): Promise<FinishedScan> {
  const { run, scan } = await openScan(context, path);
  const plan = await scan.readPlan();
  return {
    scanId: scan.scanId,
    directory: scan.directory,
    plan,
    summary: () => scan.readSummary(),
    blindspotRates: () => scan.readBlindspotRates(),
    scorecards: () => scan.readScorecards(),
    verdicts: () => scan.readVerdicts(),
    async *transcripts() {
      for (const { transcript_id } of plan.transcripts) yield await run.readTranscript(transcript_id);
    },
  };
}
