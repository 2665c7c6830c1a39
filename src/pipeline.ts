import { LINE_TEMPLATES_HASH } from "./harness/line-templates.ts";
import { runHarness } from "./harness/run-harness.ts";
import { runManifest } from "./harness/run-manifest.ts";
import { planRun, type RunRequest } from "./plan-run/plan-run.ts";
import { planScan, type ScanRequest } from "./plan-scan/plan-scan.ts";
import type { ModelClient } from "./providers/model-client.ts";
import { recordCalls } from "./providers/recorded-model.ts";
import { writeReports } from "./render-scan.ts";
import type { RunPlan } from "./schema/run-plan.ts";
import type { ScanPlan } from "./schema/scan-plan.ts";
import type { Summary } from "./schema/summary.ts";
import { createScanScorer } from "./score/score-scan.ts";
import { withLeg } from "./store/journal-leg.ts";
import { keepRunPlan } from "./store/keep-run-plan.ts";
import { keepScanPlan } from "./store/keep-scan-plan.ts";
import { plannedTranscripts } from "./store/planned-transcripts.ts";
import type { ScanStore } from "./store/scan-store.ts";
import { costReport } from "./verify/cost-report.ts";
import { runVerifiers } from "./verify/run-verifiers.ts";
import { SCORER_VERSION } from "./verify/scorer-version.ts";
import type { Workbench } from "./workbench.ts";

/** Scenario → RunPlan → Transcript. A dry run ends with the plan. */
export async function runScenarios(
  request: RunRequest<ModelClient> & { readonly dryRun: boolean },
  { corpus, store, executor, clock, progress }: Workbench,
  signal: AbortSignal,
): Promise<RunPlan> {
  const plan = planRun({ request, corpus, lineTemplatesHash: LINE_TEMPLATES_HASH });
  await keepRunPlan(store, plan);
  if (request.dryRun) return plan;
  const journal = await store.journal();
  return withLeg(journal, { id: store.runId, planHash: plan.fingerprint.hash, clock }, async () => {
    const models = new Map(
      request.models.map((model) => [model.modelId, recordCalls(model, journal, clock)]),
    );
    const { scenarios } = corpus;
    const counts = { done: 0, complete: 0 };
    for await (const transcript of runHarness({ plan, scenarios, models, executor }, signal)) {
      await store.writeTranscript(transcript);
      counts.complete += Number(transcript.header.complete);
      progress("run", ++counts.done, plan.totals.conversations);
    }
    await store.writeManifest(runManifest(store.runId, plan, counts.complete, journal.totals, clock));
    return plan;
  });
}

/** Transcript → ScanPlan → VerdictResult → Scorecard → report. A dry run ends with the plan. */
export async function scanTranscripts(
  request: ScanRequest & { readonly judgeClient: ModelClient | null; readonly dryRun: boolean },
  { corpus, matcher, store, executor, clock, progress }: Workbench,
  signal: AbortSignal,
): Promise<ScanOutcome> {
  const transcripts = plannedTranscripts(store);
  const { fingerprint } = await store.readRunPlan();
  const plan = await planScan({ request, corpus, matcher, transcripts, fingerprint, engine: SCORER_VERSION });
  const scan = await keepScanPlan(store, plan);
  await scan.writeCostReport(costReport(scan.scanId, plan, null));
  if (request.dryRun) return { plan, scan, summary: null, report: null };
  const journal = await scan.journal();
  return withLeg(journal, { id: scan.scanId, planHash: plan.fingerprints.scoring.hash, clock }, async () => {
    const judge = request.judgeClient && recordCalls(request.judgeClient, journal, clock);
    const scorer = createScanScorer(plan, corpus);
    const verdicts = async function* () {
      const { readTranscript } = store;
      const input = { plan, corpus, matcher, judge, executor, readTranscript };
      for await (const verified of runVerifiers(input, signal)) {
        progress("scan", scorer.add(verified), plan.transcripts.length);
        yield* verified.rows;
      }
    };
    await scan.writeVerdicts(verdicts());
    const scores = scorer.finish();
    await scan.writeScores(scores);
    await scan.writeCostReport(costReport(scan.scanId, plan, journal.totals));
    return { plan, scan, summary: scores.summary, report: await writeReports(store, scan, corpus) };
  });
}

export interface ScanOutcome {
  readonly plan: ScanPlan;
  readonly scan: ScanStore;
  readonly summary: Summary | null;
  readonly report: string | null;
}
