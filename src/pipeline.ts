import type { Corpus } from "./corpus/corpus.ts";
import type { Executor } from "./executor/executor.ts";
import { LINE_TEMPLATES_HASH } from "./harness/line-templates.ts";
import { runHarness } from "./harness/run-harness.ts";
import { runManifest } from "./harness/run-manifest.ts";
import type { Clock } from "./kernel/clock.ts";
import { planRun, type RunRequest } from "./plan-run/plan-run.ts";
import { planScan, type ScanRequest } from "./plan-scan/plan-scan.ts";
import type { ModelClient } from "./providers/model-client.ts";
import { recordCalls } from "./providers/recorded-model.ts";
import { writeReports } from "./render-scan.ts";
import type { RunPlan } from "./schema/run-plan.ts";
import type { ScanPlan } from "./schema/scan-plan.ts";
import type { Scorecard } from "./schema/scorecard.ts";
import type { Summary } from "./schema/summary.ts";
import { createBlindspotCounter } from "./score/blindspot-rates.ts";
import { scoreTranscript } from "./score/score-transcript.ts";
import { summarize } from "./score/summarize.ts";
import { withLeg } from "./store/journal-leg.ts";
import { keepRunPlan } from "./store/keep-run-plan.ts";
import { keepScanPlan } from "./store/keep-scan-plan.ts";
import { plannedTranscripts } from "./store/planned-transcripts.ts";
import type { RunStore } from "./store/run-store.ts";
import type { ScanStore } from "./store/scan-store.ts";
import type { LexiconMatcher } from "./text/lexicon-matcher.ts";
import { costReport } from "./verify/cost-report.ts";
import { runVerifiers } from "./verify/run-verifiers.ts";
import { SCORER_VERSION } from "./verify/scorer-version.ts";

/** The world a pipeline works in. */
export interface Dependencies {
  readonly corpus: Corpus;
  readonly matcher: LexiconMatcher;
  readonly store: RunStore;
  readonly executor: Executor;
  readonly clock: Clock;
  readonly progress: (stage: "run" | "scan", done: number, total: number) => void;
}

/** What a scan came to; a dry run ends with its plan. */
export interface ScanOutcome {
  readonly plan: ScanPlan;
  readonly scan: ScanStore;
  readonly summary: Summary | null;
  readonly report: string | null;
}

/** Scenario → RunPlan → Transcript. */
export async function runScenarios(
  request: RunRequest<ModelClient> & { readonly dryRun: boolean },
  { corpus, store, executor, clock, progress }: Dependencies,
  signal: AbortSignal,
): Promise<RunPlan> {
  const plan = planRun({ request, corpus, lineTemplatesHash: LINE_TEMPLATES_HASH });
  await keepRunPlan(store, plan);
  if (request.dryRun) return plan;
  const journal = await store.journal();
  return withLeg(journal, { id: store.runId, planHash: plan.fingerprint.hash, clock }, async () => {
    const models = new Map(
      request.models.map((client) => [client.modelId, recordCalls(client, journal, clock)]),
    );
    const counts = { done: 0, complete: 0 };
    for await (const transcript of runHarness(
      { plan, scenarios: corpus.scenarios, models, executor },
      signal,
    )) {
      await store.writeTranscript(transcript);
      counts.complete += Number(transcript.header.complete);
      progress("run", ++counts.done, plan.totals.conversations);
    }
    const finishedAt = new Date(clock.now()).toISOString();
    const manifest = {
      runId: store.runId,
      plan,
      complete: counts.complete,
      finishedAt,
      totals: journal.totals,
    };
    await store.writeManifest(runManifest(manifest));
    return plan;
  });
}

/** Transcript → ScanPlan → VerdictResult → Scorecard → report. */
export async function scanTranscripts(
  request: ScanRequest & { readonly judgeClient: ModelClient | null; readonly dryRun: boolean },
  { corpus, matcher, store, executor, clock, progress }: Dependencies,
  signal: AbortSignal,
): Promise<ScanOutcome> {
  const transcripts = plannedTranscripts(store);
  const transcriptsFingerprint = (await store.readRunPlan()).fingerprint;
  const plan = await planScan({
    request,
    corpus,
    matcher,
    transcripts,
    transcriptsFingerprint,
    scorerVersion: SCORER_VERSION,
  });
  const scan = await keepScanPlan(store, plan);
  await scan.writeCostReport(costReport(scan.scanId, plan, null));
  if (request.dryRun) return { plan, scan, summary: null, report: null };
  const journal = await scan.journal();
  return withLeg(journal, { id: scan.scanId, planHash: plan.fingerprints.scoring.hash, clock }, async () => {
    const judge = request.judgeClient && recordCalls(request.judgeClient, journal, clock);
    const { readTranscript } = store;
    const scorecards: Scorecard[] = [];
    const blindspots = createBlindspotCounter(corpus.checks, corpus.scoring);
    const verify = async function* () {
      for await (const verified of runVerifiers(
        { plan, corpus, matcher, judge, executor, readTranscript },
        signal,
      )) {
        scorecards.push(scoreTranscript({ ...verified, plan, corpus }));
        if (verified.planned.complete) blindspots.add(verified.rows);
        progress("scan", scorecards.length, plan.transcripts.length);
        yield* verified.rows;
      }
    };
    await scan.writeVerdicts(verify());
    await scan.writeScorerResults([]);
    await scan.writeScorecards(scorecards);
    const rates = blindspots.rates();
    await scan.writeBlindspotRates(rates);
    const summary = summarize({ plan, scorecards, rates, scenarios: corpus.scenarios });
    await scan.writeSummary(summary);
    await scan.writeCostReport(costReport(scan.scanId, plan, journal.totals));
    return { plan, scan, summary, report: await writeReports(store, scan, corpus) };
  });
}
