import { join, relative, sep } from "node:path";
import type { BoardScan } from "../publish/board-scan.ts";
import { createVerdictTally } from "../publish/tally-verdicts.ts";
import type { ModelId, ScenarioId, Sha256 } from "../schema/ids.ts";
import type { StoredRunPlan } from "../schema/import-plan.ts";
import type { RunManifest } from "../schema/manifest.ts";
import type { VerdictRow } from "../schema/verdict.ts";
import type { RunStore } from "../store/run-store.ts";
import type { ScanStore } from "../store/scan-store.ts";
import { hashFile } from "./hash-file.ts";
import { openScan } from "./open-scan.ts";
import type { Workshop } from "./workshop.ts";

const SCAN_FILES = ["scan_plan.json", "verdicts.jsonl", "scorecards.jsonl", "cost_report.json"] as const;
const RUN_FILES = ["run_plan.json", "run_manifest.json"] as const;

export interface ReadScanOptions {
  /** What the scan is called in messages and on a board. @default as it was typed */
  readonly name?: (directory: string) => string;
  /** Sees every verdict as it passes by. */
  readonly onVerdict?: (row: VerdictRow) => void;
  readonly signal: AbortSignal;
}

/** A finished scan with what its run says of it. Verdicts pass by and are not kept. */
export async function readBoardScan(
  workshop: Workshop,
  path: string,
  options: ReadScanOptions,
): Promise<BoardScan> {
  const { run, scan } = await openScan(workshop, path);
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
    runId: first.manifest.run_id,
    scanId: scan.scanId,
    files: await hashFiles(scan, runs),
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

function targetCosts(plan: StoredRunPlan, manifest: RunManifest): readonly [ModelId, number | null][] {
  const [only, ...others] = plan.models;
  return plan.models.map(({ model_id }) => {
    const ofModel = manifest.by_model?.[model_id]?.cost_usd;
    if (ofModel !== undefined) return [model_id, ofModel];
    // Without a division by model the total is known to be of one model only where there is one.
    return [model_id, only !== undefined && others.length === 0 ? manifest.target.cost_usd : null];
  });
}

async function hashFiles(scan: ScanStore, runs: readonly RunStore[]): Promise<Record<string, Sha256>> {
  const paths = [
    ...SCAN_FILES.map((name) => join(scan.directory, name)),
    ...runs.flatMap((run) => RUN_FILES.map((name) => join(run.directory, name))),
  ];
  const hashes: Record<string, Sha256> = {};
  for (const path of paths)
    hashes[relative(scan.directory, path).split(sep).join("/")] = await hashFile(path);
  return hashes;
}
