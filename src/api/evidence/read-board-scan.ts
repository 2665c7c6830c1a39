/** Reads a finished scan for boards, gates and comparisons: its scores, and its verdicts counted. */
import { relative, sep } from "node:path";
import { releaseOf } from "../../domain/models.ts";
import { targetCosts } from "../../measure/stage-costs.ts";
import type { BoardScan, HashedScan } from "../../publish/board-scan.ts";
import { createVerdictTally } from "../../publish/tally-verdicts.ts";
import type { ScenarioId, Sha256 } from "../../schema/ids.ts";
import type { StoredRunPlan } from "../../schema/run/run-plan.ts";
import type { Seal } from "../../schema/scan/seal.ts";
import type { VerdictRow } from "../../schema/scan/verdict.ts";
import { hashFile } from "../../store/file-system.ts";
import { runDirectoryAt } from "../../store/layout.ts";
import type { RunStore } from "../../store/run-store.ts";
import type { ScanStore } from "../../store/scan-store.ts";
import type { BenchContext } from "../bench-context.ts";
import { openEvidence } from "../open-scan.ts";
import type { OpenedScan } from "./verify-and-repair.ts";

export interface ReadScanOptions {
  /** Names the scan in messages and on a board. @default as it was typed */
  readonly name?: (directory: string) => string;
  /** Called for every verdict while reading. */
  readonly onVerdict?: (row: VerdictRow) => void;
  /** Called with the age and completeness of the evidence. */
  readonly onSeal?: (seal: Seal) => void;
  readonly signal: AbortSignal;
}

/** Reads a finished scan with its run's facts. Streams verdicts without keeping them. */
export async function readBoardScan(
  context: BenchContext,
  path: string,
  options: ReadScanOptions,
): Promise<BoardScan> {
  const opened = await openEvidence(context, path);
  options.onSeal?.(opened.seal);
  return readOpenedScan(opened, path, options);
}

/** Adds the hashes of the files read, for a board that must be verifiable. */
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
  const { leavePeopleOut } = await import("../../review/apply-labels.ts");
  const { scoreSomeChecks } = await import("../../pipeline.ts");
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
