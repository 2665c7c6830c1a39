/** The ways to a scan: to read it, to make it, and to set it beside others. */
import { relative, sep } from "node:path";
import { releaseOf } from "../domain/models.ts";
import { targetCosts } from "../measure/stage-costs.ts";
import { scoreSomeChecks } from "../pipeline.ts";
import type { BoardScan, HashedScan } from "../publish/board-scan.ts";
import { createVerdictTally } from "../publish/tally-verdicts.ts";
import { leavePeopleOut } from "../review/apply-labels.ts";
import { reviewErrors } from "../review/errors.ts";
import type { RunId, ScenarioId, Sha256 } from "../schema/ids.ts";
import type { StoredRunPlan } from "../schema/run/run-plan.ts";
import type { Transcript } from "../schema/run/transcript.ts";
import type { ScanPlan } from "../schema/scan/scan-plan.ts";
import type { Scorecard } from "../schema/scan/scorecard.ts";
import type { Seal } from "../schema/scan/seal.ts";
import type { BlindspotRates, Summary } from "../schema/scan/summary.ts";
import type { VerdictRow } from "../schema/scan/verdict.ts";
import { storeErrors } from "../store/errors.ts";
import { hashFile } from "../store/file-system.ts";
import { findScan, locateRun } from "../store/find.ts";
import { openJointRuns, openJointScan } from "../store/joint-runs.ts";
import { runDirectoryAt } from "../store/layout.ts";
import { openRun, type RunStore } from "../store/run-store.ts";
import { type ScanSource, scanSourceOf } from "../store/scan-source.ts";
import type { ScanStore } from "../store/scan-store.ts";
import { type BenchContext, lockOptions } from "./bench-context.ts";
import type { ScanOptions, TakingOver } from "./bench-options.ts";
import { assureEvidence, type OpenedScan } from "./evidence/assure-evidence.ts";

/** A scan of one run or of several, for looking at it. */
export async function openScan(context: BenchContext, path: string): Promise<OpenedScan> {
  const { results, runId, scanId } = await findScan(path, context.results);
  if (runId === null) return openJointScan(results, scanId);
  const run = await openRun({ results, runId, mode: "read" });
  return { run: scanSourceOf(run), scan: run.scan(scanId) };
}

/** A scan to decide something from: its evidence is whole, and what follows from it is as it was. */
export async function openEvidence(
  context: BenchContext,
  path: string,
): Promise<OpenedScan & { readonly seal: Seal }> {
  const opened = await openScan(context, path);
  return { ...opened, seal: await assureEvidence(context, opened) };
}

/** A scan of a judge's verdicts alone, to measure the judge: where people decided some, it would be held against their word. */
export async function judgedAlone<Opened extends OpenedScan>(
  path: string,
  opening: Promise<Opened>,
): Promise<Opened> {
  const opened = await opening;
  const { people } = await opened.scan.readPlan();
  if (people !== undefined) throw reviewErrors.IB_DECIDED_BY_PEOPLE(path, people.scan_id);
  return opened;
}

/** To be judged: a run that is locked meanwhile, or runs that are only read. A dry run locks and writes nothing. */
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

export interface ReadScanOptions {
  /** What the scan is called in messages and on a board. @default as it was typed */
  readonly name?: (directory: string) => string;
  /** Sees every verdict as it passes by. */
  readonly onVerdict?: (row: VerdictRow) => void;
  /** Told how old and how whole the evidence is. */
  readonly onSeal?: (seal: Seal) => void;
  readonly signal: AbortSignal;
}

/** A finished scan with what its run says of it. Verdicts pass by and are not kept. */
export async function readBoardScan(
  context: BenchContext,
  path: string,
  options: ReadScanOptions,
): Promise<BoardScan> {
  const opened = await openEvidence(context, path);
  options.onSeal?.(opened.seal);
  return readOpenedScan(opened, path, options);
}

/** With the hashes of the files it was read from, for a board that has to be proved. */
export async function readHashedScan(
  context: BenchContext,
  path: string,
  options: ReadScanOptions,
): Promise<HashedScan> {
  const opened = await openEvidence(context, path);
  const read = await readOpenedScan(opened, path, options);
  const { people, checks } = read.plan;
  const files = await hashFiles(opened.scan, opened.run.runs);
  if (people === undefined) return { ...read, files };
  const corpus = await context.corpus();
  const untouched = await scoreSomeChecks(opened.run, opened.scan, corpus, checks, leavePeopleOut);
  return { ...read, files, untouched };
}

async function readOpenedScan(
  { run, scan }: OpenedScan,
  path: string,
  options: ReadScanOptions,
): Promise<BoardScan> {
  const plan = await scan.readPlan();
  const { runs } = run;
  const parts = await Promise.all(
    runs.map(async (each) => ({ plan: await each.readRunPlan(), manifest: await each.readManifest() })),
  );
  const [first] = parts;
  if (first === undefined) throw new RangeError(`${path} is a scan of no run`);
  const scorecards = await Array.fromAsync(scan.readScorecards());
  const complete = new Set(
    plan.transcripts.filter((each) => each.complete).map((each) => each.transcript_id),
  );
  const tally = createVerdictTally();
  for await (const row of scan.readVerdicts()) {
    options.signal.throwIfAborted();
    if (complete.has(row.transcript_id)) tally.add(row);
    options.onVerdict?.(row);
  }
  const scenarios = parts.flatMap((part) => scenariosOf(part.plan));
  return {
    path: options.name?.(scan.directory) ?? path,
    typed: path,
    runId: first.manifest.run_id,
    scanId: scan.scanId,
    release: releaseOf(parts),
    corpus: { version: first.plan.corpus.version, hash: first.plan.corpus.hash },
    harnesses: parts.map((part) => part.plan.harness),
    isPrivate:
      plan.private === true ||
      parts.some((part) => part.plan.corpus.private === true) ||
      scorecards.some((card) => card.private === true),
    repeats: first.plan.harness === "import" ? 1 : first.plan.repeats,
    turns: new Map(scenarios.map(({ scenario_id, turns }) => [scenario_id, turns])),
    scenarioHashes: new Map(scenarios.map(({ scenario_id, scenario_hash }) => [scenario_id, scenario_hash])),
    transcriptParts: parts.map((part) => part.plan.fingerprint.parts),
    plan,
    scorecards,
    tallies: tally.finish(),
    targetUsd: new Map(parts.flatMap((part) => targetCosts(part.plan, part.manifest))),
    judgeUsd: (await scan.readCostReport()).actual?.cost_usd ?? null,
  };
}

function scenariosOf(
  plan: StoredRunPlan,
): readonly { readonly scenario_id: ScenarioId; readonly scenario_hash: Sha256; readonly turns: number }[] {
  return plan.harness === "import" ? plan.conversations : plan.scenarios;
}

async function hashFiles(scan: ScanStore, runs: readonly RunStore[]): Promise<Record<string, Sha256>> {
  const { scanPlan, verdicts, scorecards, costReport } = scan.paths;
  const ofRuns = runs.flatMap(({ directory }) => {
    const { runPlan, runManifest } = runDirectoryAt(directory);
    return [runPlan, runManifest];
  });
  const paths = [scanPlan, verdicts, scorecards, costReport, ...ofRuns];
  const hashes: Record<string, Sha256> = {};
  for (const path of paths)
    hashes[relative(scan.directory, path).split(sep).join("/")] = (await hashFile(path)).sha256;
  return hashes;
}

/** A finished scan. Rows and transcripts are read one by one, so that a scan of any size can be gone through. */
export interface FinishedScan {
  readonly scanId: RunId;
  readonly directory: string;
  readonly plan: ScanPlan;
  summary(): Promise<Summary>;
  blindspotRates(): Promise<BlindspotRates>;
  /** One for each transcript. */
  scorecards(): AsyncIterable<Scorecard>;
  /** One for each transcript and each check of the corpus, eligible or not. */
  verdicts(): AsyncIterable<VerdictRow>;
  /** In the order of the plan. Of a redacted run they hold hashes where words were. */
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
