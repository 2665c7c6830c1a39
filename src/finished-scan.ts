/** Reads a finished scan for display, and seals it. */
import type { Corpus } from "./corpus/corpus.ts";
import { lostQuestions } from "./domain/losses.ts";
import type { Clock } from "./kernel/clock.ts";
import { describeJudgingSpent } from "./measure/spent.ts";
import { targetCosts } from "./measure/stage-costs.ts";
import type { WorkDone } from "./measure/work-estimate.ts";
import type { ReportData } from "./report/report-data.ts";
import { type CollectedRows, collectRows } from "./scan-collector.ts";
import type { CheckId, RunId } from "./schema/ids.ts";
import type { Transcript } from "./schema/run/transcript.ts";
import type { ScanPlan } from "./schema/scan/scan-plan.ts";
import type { Losses, Seal } from "./schema/scan/seal.ts";
import type { ScanCosts } from "./site/scan-facts.ts";
import type { SiteScan } from "./site/site-ports.ts";
import { readRelease, type ScanSource, sealedPlace } from "./store/scan-source.ts";
import type { ScanStore } from "./store/scan-store.ts";
import { readSeal, type SealedCounts, writeSeal } from "./store/seal.ts";
import { locateScorerResults } from "./store/verdict-places.ts";

/** A scan on disk, with its ids. */
export interface StoredScan {
  /** The scan's name in paths. */
  readonly key: string;
  /** `null` for a scan of several runs, and if the run must not be named. */
  readonly runId: RunId | null;
  readonly createdAt: string | null;
  readonly home: Pick<ScanSource, "readTranscript" | "runs">;
  readonly scan: ScanStore;
}

/**
 * Reads a scan once from end to end and keeps everything except the texts.
 * @param collected facts collected during judging, which make reading the rows unnecessary
 */
export async function readSiteScan(
  { key, runId, createdAt, home, scan }: StoredScan,
  collected?: CollectedRows,
): Promise<SiteScan> {
  const summary = await scan.readSummary();
  const release = await readRelease(home);
  const { scorecards, verdicts, rows } = collected ?? (await collectRows(scan));
  const plan = await scan.readPlan();
  const criteria = locateScorerResults(scan.paths.scorerResults);
  return {
    facts: {
      scan: key,
      scanId: scan.scanId,
      runId,
      createdAt,
      release: createdAt === null ? { ...release, begun_at: null } : release,
      plan,
      summary,
      rates: await scan.readBlindspotRates(),
      scorecards,
      ...verdicts,
      costs: await readCosts(home, scan),
    },
    readTranscript: (id) => home.readTranscript(id),
    readRows: (id) => rows.read(id),
    // Regard, searches and duties do not concern single replies, so their file is not read.
    ...(plan.rubric === true ? { readScorerResults: criteria.read } : {}),
  };
}

async function readCosts(home: StoredScan["home"], scan: ScanStore): Promise<ScanCosts> {
  const report = await scan.readCostReport();
  const costs = await Promise.all(
    home.runs.map(async (run) => targetCosts(await run.readRunPlan(), await run.readManifest())),
  );
  return {
    targetUsd: new Map(costs.flat()),
    judgeUsd: report.actual?.cost_usd ?? null,
    spent: describeJudgingSpent(await scan.readPlan(), report),
  };
}

/**
 * The part of a scan that is already paid for. For a finished scan this is everything except its lost calls, if they
 * are retried.
 */
export async function judgedBefore(scan: ScanStore, planned: ScanPlan, retryLost = false): Promise<WorkDone> {
  const calls = await scan.recordedCalls();
  if (calls === null) return {};
  const { closed, byModel } = calls.totals;
  if (closed !== "finished" || !(await scan.hasPlan(planned))) return { scan: byModel };
  if (!retryLost) return { scan: { lostQuestions: 0 } };
  const lost = (await readSeal(scan.paths))?.lost;
  return { scan: lost === undefined ? byModel : { lostQuestions: lostQuestions(lost) } };
}

/** Seals the scan; nothing is written after the seal. */
export async function sealScan(
  home: Pick<ScanSource, "runs">,
  scan: ScanStore,
  checks: readonly CheckId[],
  clock: Clock,
  /** Losses come from this scan. If its rows were copied, they come from the source: calls lost there are lost here. */
  source:
    | { readonly lost: Losses; readonly counted?: SealedCounts }
    | Pick<Seal, "conversations" | "judging" | "repaired" | "imported" | "lost">,
): Promise<Seal> {
  await scan.assertWritable();
  const sealedAt = new Date(clock.now()).toISOString();
  const plans = await Promise.all(home.runs.map((run) => run.readRunPlan()));
  const facts =
    "judging" in source
      ? source
      : { isImported: plans.some(({ harness }) => harness === "import"), lost: source.lost };
  const plan = await scan.readPlan();
  const { scanId, written } = scan;
  const counted = "judging" in source ? undefined : source.counted;
  const place = sealedPlace(home, scan);
  return writeSeal({ place, scanId, plan, checks, sealedAt, counted, written, facts });
}

/** Reads a scan's artefacts for the renderers. No model is needed to render again. */
export async function readReportData(
  run: Pick<ScanSource, "readTranscript">,
  scan: ScanStore,
  corpus: Corpus,
): Promise<ReportData> {
  const plan = await scan.readPlan();
  const transcripts: Transcript[] = [];
  for (const { transcript_id } of plan.transcripts) transcripts.push(await run.readTranscript(transcript_id));
  return {
    summary: await scan.readSummary(),
    rates: await scan.readBlindspotRates(),
    scorecards: await Array.fromAsync(scan.readScorecards()),
    verdicts: await Array.fromAsync(scan.readVerdicts()),
    transcripts,
    scenarios: corpus.scenarios,
    checks: corpus.checks,
    scoring: corpus.scoring,
  };
}
