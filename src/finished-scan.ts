/** A finished scan, read for those who show it, and sealed. */
import type { Corpus } from "./corpus/corpus.ts";
import { lostQuestions } from "./domain/losses.ts";
import type { Clock } from "./kernel/clock.ts";
import { explainOpenGates } from "./measure/open-gates.ts";
import { describeJudgingSpent } from "./measure/spent.ts";
import { targetCosts } from "./measure/stage-costs.ts";
import type { WorkDone } from "./measure/work-estimate.ts";
import type { BesideSummary, ReportData } from "./report/report-data.ts";
import type { CheckId, RunId } from "./schema/ids.ts";
import type { Transcript } from "./schema/run/transcript.ts";
import type { ScanPlan } from "./schema/scan/scan-plan.ts";
import type { Losses, Seal } from "./schema/scan/seal.ts";
import { createCardCollector, createVerdictCollector, type ScanCosts } from "./site/scan-facts.ts";
import type { SiteScan } from "./site/site-ports.ts";
import { readRelease, type ScanSource, sealedPlace } from "./store/scan-source.ts";
import type { ScanStore } from "./store/scan-store.ts";
import { readSeal, writeSeal } from "./store/seal.ts";
import { locateScorerResults, locateVerdicts } from "./store/verdict-places.ts";

/** A scan on disk, with what names it. */
export interface StoredScan {
  /** As it is called in paths. */
  readonly key: string;
  /** `null` for a scan of several runs, and where the run shall not be named. */
  readonly runId: RunId | null;
  readonly createdAt: string | null;
  readonly home: Pick<ScanSource, "readTranscript" | "runs">;
  readonly scan: ScanStore;
}

/** Reads a scan once from end to end and keeps everything but the texts. */
export async function readSiteScan({ key, runId, createdAt, home, scan }: StoredScan): Promise<SiteScan> {
  const summary = await scan.readSummary();
  const release = await readRelease(home);
  const collector = createVerdictCollector();
  const places = await locateVerdicts(scan.paths.verdicts, collector.add);
  const cards = createCardCollector();
  for await (const card of scan.readScorecards()) cards.add(card);
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
      scorecards: cards.collected(),
      ...collector.collected(),
      costs: await readCosts(home, scan),
    },
    readTranscript: (id) => home.readTranscript(id),
    readRows: (id) => places.read(id),
    // Regard, searches and duties say nothing of single replies: the file need not be read for them.
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

/** What of a scan need not be paid for again. Of one that is finished that is all but what it lost, where that is asked again. */
export async function judgedBefore(scan: ScanStore, planned: ScanPlan, retryLost = false): Promise<WorkDone> {
  const calls = await scan.recordedCalls();
  if (calls === null) return {};
  const { closed, byModel } = calls.totals;
  if (closed !== "finished" || !(await scan.hasPlan(planned))) return { scan: byModel };
  if (!retryLost) return { scan: { lostQuestions: 0 } };
  const lost = (await readSeal(scan.paths))?.lost;
  return { scan: lost === undefined ? byModel : { lostQuestions: lostQuestions(lost) } };
}

/** The last thing that is written of a scan. */
export async function sealScan(
  home: Pick<ScanSource, "runs">,
  scan: ScanStore,
  checks: readonly CheckId[],
  clock: Clock,
  /** What it lost; or what is known of the scan whose rows these are: calls that were lost there are lost here. */
  source:
    | { readonly lost: Losses }
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
  return writeSeal({ place: sealedPlace(home, scan), scanId, plan, checks, sealedAt, written, facts });
}

/** A scan's artefacts as its renderers want them, read from disk: no model is needed to render again. */
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

/** What `summary.md` says of a scan beside its numbers, whoever writes, shows or checks it. */
export async function besideSummary(
  home: Pick<StoredScan["home"], "runs">,
  scan: Pick<ScanStore, "readVerdicts">,
  scorecards: Parameters<typeof explainOpenGates>[0],
  said: Pick<BesideSummary, "lost" | "spent">,
): Promise<BesideSummary> {
  const open = await explainOpenGates(scorecards, scan.readVerdicts());
  return { ...said, release: await readRelease(home), open };
}
