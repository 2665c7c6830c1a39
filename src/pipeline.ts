import type { Corpus } from "./corpus/corpus.ts";
import { isGateDimension } from "./domain/dimensions.ts";
import { SCORER_VERSION } from "./domain/fingerprints.ts";
import { judgedBefore, sealScan } from "./finished-scan.ts";
import { LINE_TEMPLATES_HASH } from "./harness/conversation.ts";
import { reactionRulesHash } from "./harness/listener.ts";
import { routerTemplateHash } from "./harness/router.ts";
import { runHarness } from "./harness/run-harness.ts";
import { runManifest } from "./harness/run-manifest.ts";
import { atMostUsd, spentByModel } from "./measure/journal-totals.ts";
import { lossesAfterPeople } from "./measure/losses.ts";
import { callsOfRun, callsOfScan, spentOn } from "./measure/spent.ts";
import { planRun, type RunRequest } from "./plan-run/plan-run.ts";
import { estimateTranscripts } from "./plan-scan/imagine-transcripts.ts";
import { planScan, type ScanRequest } from "./plan-scan/plan-scan.ts";
import { createTranscriptPlanner } from "./plan-scan/see-transcript.ts";
import type { ModelClient } from "./providers/model-client.ts";
import { pendingBatchCalls, recordCalls } from "./providers/recorded-model.ts";
import { applyDecisions, decideItems } from "./review/apply-labels.ts";
import { type AppliedFiles, planByPeople } from "./review/people-plan.ts";
import type { ByWorkers, RunContext, RunOutcome, RunWork, ScanContext, ScanOutcome } from "./run-context.ts";
import { withListener } from "./run-context.ts";
import { createScanCollector } from "./scan-collector.ts";
import { writeReports } from "./scan-reports.ts";
import type { CheckId, RunId } from "./schema/ids.ts";
import type { CostReport } from "./schema/run/manifest.ts";
import type { RunPlan } from "./schema/run/run-plan.ts";
import type { Transcript } from "./schema/run/transcript.ts";
import type { PlannedTranscript, ScanPlan } from "./schema/scan/scan-plan.ts";
import type { Scorecard } from "./schema/scan/scorecard.ts";
import type { Seal } from "./schema/scan/seal.ts";
import type { VerdictRow } from "./schema/scan/verdict.ts";
import { createNamedScorers } from "./score/named-scorers.ts";
import { createScanScorer } from "./score/score-scan.ts";
import { scoreSingleVotes } from "./score/score-single-votes.ts";
import { hashFile } from "./store/file-system.ts";
import { withInvocation } from "./store/journal.ts";
import { keepRunPlan } from "./store/planned-run.ts";
import type { ScanSource } from "./store/scan-source.ts";
import type { ScanStore } from "./store/scan-store.ts";
import { createQuoteTests } from "./text/quotes/quote-weight.ts";
import { judgeTask, judgeTranscripts, planTranscripts, type TranscriptOutcome } from "./transcript-work.ts";
import { costReport } from "./verify/cost-report.ts";
import { dutiesByPeople } from "./verify/duties-by-people.ts";

/** Scenario → RunPlan: before any call, cost or write. */
export function planConversations(
  request: RunRequest,
  { corpus, measured, prices }: Pick<RunContext, "corpus" | "measured" | "prices">,
): RunPlan {
  const { router: config, words } = corpus;
  const hashes = { lineTemplatesHash: LINE_TEMPLATES_HASH, reactionRulesHash: reactionRulesHash(words) };
  const routing = config && { config, templateHash: routerTemplateHash(config) };
  return planRun({ request, corpus, measured, prices, routing, ...hashes });
}

/** RunPlan → Transcript. */
export async function runScenarios(
  request: RunWork,
  { corpus, store, clock, follow, ...tools }: Omit<RunContext, "measured" | "prices">,
  signal: AbortSignal,
): Promise<RunOutcome> {
  const plan = await keepRunPlan(store, request.plan);
  const journal = await store.journal();
  tools.spentEarlier(store.directory, atMostUsd(journal.totals));
  const { maxCostUsd, fleetRun, cancelled = new Map() } = request;
  const leg = { id: store.runId, planHash: plan.fingerprint.hash, clock, maxCostUsd };
  return withInvocation(journal, leg, async () => {
    const home = withListener(journal, "run", follow);
    const shared = fleetRun?.callsOf(home);
    const again = { retriesFailed: request.retryLost ?? false };
    const record = (model: ModelClient) => recordCalls(model, shared?.log ?? home, clock, again);
    const models = new Map(request.models.map((model) => [model.modelId, record(model)]));
    const router = request.router && record(request.router);
    const brokenOff = new Set<string>();
    const perModel = plan.scenarios.length * plan.repeats;
    const total = Object.fromEntries([...models.keys()].map((id) => [id, perModel]));
    follow({ kind: "planned", stage: "run", total, spentUsd: spentByModel(journal.totals) });
    let completed = 0;
    const keep = async (transcript: Transcript) => {
      await store.writeTranscript(transcript);
      const { model_id, transcript_id, complete } = transcript.header;
      if (!complete) brokenOff.add(transcript.messages.at(-1)?.error ?? "");
      completed += Number(complete);
      follow({ kind: "finished", stage: "run", of: model_id, id: transcript_id, complete });
    };
    try {
      const { executor } = fleetRun ?? tools;
      await runHarness({ plan, corpus, models, router, executor, cancelled }, keep, signal);
    } finally {
      await shared?.collectResults();
    }
    const manifest = runManifest(store.runId, plan, completed, journal.totals, clock);
    await store.writeManifest(manifest);
    const losses = [...journal.totals.failures.values()].toSorted((a, b) => b.count - a.count);
    const examples = losses.map(({ example }) => example);
    // A router's invalid answer is not a failed call, so no example covers it.
    const unrouted = [...brokenOff].filter((why) => !examples.some((example) => why.includes(example)));
    const lostBecause = [...examples, ...(plan.router === undefined ? [] : unrouted)];
    const incomplete = plan.totals.conversations - completed;
    return { plan, incomplete, lostBecause, spent: spentOn([callsOfRun(manifest)]) };
  });
}

/** RunPlan → ScanPlan of conversations that do not exist yet, to estimate the cost of judging them. */
export function planJudgingAhead(
  request: ScanRequest,
  plan: RunPlan,
  tools: Pick<ScanContext, "corpus" | "matcher" | "measured" | "prices">,
): Promise<ScanPlan> {
  const see = createTranscriptPlanner(request, tools.corpus, tools.matcher);
  const material = estimateTranscripts(plan, tools.corpus.scenarios, see);
  return planScan({ request, ...tools, ...material, engine: SCORER_VERSION });
}

/** The estimated cost of judging by a plan. */
export function costAhead(scanId: RunId, plan: ScanPlan): CostReport {
  return costReport(scanId, plan, null);
}

/** Transcript → ScanPlan → VerdictResult → Scorecard → report. A dry run ends with the plan, and writes nothing. */
export async function scanTranscripts(
  request: ScanRequest &
    Readonly<Record<"judgeClient" | "adjudicatorClient", ModelClient | null>> & {
      readonly dryRun: boolean;
      readonly retryLost?: boolean;
    },
  { home, clock, follow, approve, spentEarlier, runOnFleet, ...tools }: ScanContext,
  signal: AbortSignal,
): Promise<ScanOutcome> {
  const material = await planTranscripts(request, home, tools, signal);
  const planned = await planScan({ request, ...tools, ...material, engine: SCORER_VERSION });
  const scan = home.scanFor(planned);
  const nothing = { summary: null, rates: null, reported: null, seal: null, spent: null };
  if (request.dryRun) return { plan: planned, scan, ...nothing };
  await approve({ run: null, scan: planned }, await judgedBefore(scan, planned, request.retryLost));
  const isBegun = await scan.hasPlan(planned);
  await scan.writePlan(planned);
  const plan = await scan.readPlan();
  await scan.writeCostReport(costReport(scan.scanId, plan, null));
  await scan.unseal();
  const journal = await scan.journal();
  const judgesAsked = [request.judgeClient, request.adjudicatorClient];
  const toTakeUp = pendingBatchCalls(journal.heldInBatches, judgesAsked, request.retryLost);
  spentEarlier(scan.directory, atMostUsd(journal.totals), toTakeUp);
  const leg = { id: scan.scanId, planHash: plan.fingerprints.scoring.hash, clock };
  const judge = (fleetRun?: ByWorkers) =>
    withInvocation(journal, leg, async () => {
      const atHome = withListener(journal, "scan", follow);
      const shared = fleetRun?.callsOf(atHome);
      const again = { retriesFailed: request.retryLost === true && shared === undefined };
      const record = (client: ModelClient | null) =>
        client && recordCalls(client, shared?.log ?? atHome, clock, again);
      const judges = { judge: record(request.judgeClient), adjudicator: record(request.adjudicatorClient) };
      const of = plan.judge?.model_id ?? "word lists";
      const planned = { total: { [of]: plan.transcripts.length }, spentUsd: spentByModel(journal.totals) };
      follow({ kind: "planned", stage: "scan", ...planned });
      const collector = createScanCollector(scan);
      const tell = ({ done, facts, lines }: TranscriptOutcome) => {
        collector.add(facts, lines);
        follow({ kind: "finished", stage: "scan", of, ...done });
      };
      const judging = { plan, ...tools, ...fleetRun, ...home, ...judges, ...judgeTask(home, plan) };
      const { judged, finish } = judgeTranscripts(judging, tell, signal);
      await scan.writeJudged(judged).finally(() => shared?.collectResults());
      const { lost, ...sums } = finish();
      await scan.writeSums(sums);
      const costs = costReport(scan.scanId, plan, journal.totals);
      await scan.writeCostReport(costs);
      const { askedAgain } = journal.totals;
      if (askedAgain !== null) await scan.noteRepair({ at: askedAgain.lastAt, calls: askedAgain.calls });
      const collected = collector.collected();
      const reported = await writeReports(home, scan, tools.corpus, { lost }, collected);
      const spent = spentOn([callsOfScan(costs)]);
      return { ...sums, reported, lost, counted: collected.counted, spent };
    });
  const made = await (runOnFleet === undefined ? judge() : runOnFleet({ scan, plan, isBegun }, judge));
  // After the journal's last line, because the seal covers the journal.
  const { lost, counted, ...finished } = made;
  const seal = await sealScan(home, scan, [...tools.corpus.checks.keys()], clock, { lost, counted });
  return { ...finished, plan: await scan.readPlan(), scan, seal };
}

/** VerdictResult → Scorecard again, for a sealed scan with damaged scores. Makes no calls and replays none. */
export async function scoreAgain(
  home: Pick<ScanSource, "readTranscript">,
  scan: ScanStore,
  { corpus, matcher }: Pick<ScanContext, "corpus" | "matcher">,
) {
  const plan = await scan.readPlan();
  const scorer = createScanScorer(plan, corpus, createNamedScorers(corpus, matcher, plan));
  const rows = Map.groupBy(await Array.fromAsync(scan.readVerdicts()), (row) => row.transcript_id);
  const others = Map.groupBy(await Array.fromAsync(scan.readScorerResults()), (row) => row.transcript_id);
  for (const planned of plan.transcripts) {
    const { transcript_id: id } = planned;
    const transcript = await home.readTranscript(id);
    scorer.add({ planned, transcript, rows: rows.get(id) ?? [], scorerResults: others.get(id) ?? [] });
  }
  const calls = await scan.recordedCalls();
  return { ...scorer.finish(), costReport: costReport(scan.scanId, plan, calls?.totals ?? null) };
}

/** A scan, and people's labels of its verdicts. */
interface PeopleRequest extends AppliedFiles {
  readonly source: ScanStore;
  readonly home: Pick<ScanSource, "readTranscript">;
}

/** Applies people's labels to a scan: its own plan, rows and scores. Makes no calls. */
export async function decideByPeople(
  { source, home, files, batches }: PeopleRequest,
  { corpus, matcher }: Pick<ScanContext, "corpus" | "matcher">,
) {
  const decisions = decideItems(files.flat());
  const tests = createQuoteTests(corpus.words);
  const before = Map.groupBy(await Array.fromAsync(source.readVerdicts()), (row) => row.transcript_id);
  const sourcePlan = await source.readPlan();
  const judged: { planned: PlannedTranscript; transcript: Transcript; rows: readonly VerdictRow[] }[] = [];
  for (const planned of sourcePlan.transcripts) {
    const transcript = await home.readTranscript(planned.transcript_id);
    const rows = before.get(planned.transcript_id) ?? [];
    judged.push({ planned, transcript, rows: applyDecisions(rows, transcript, decisions, tests) });
  }
  const rows = judged.flatMap((each) => each.rows);
  const from = {
    scanId: source.scanId,
    plan: sourcePlan,
    verdicts: (await hashFile(source.paths.verdicts)).sha256,
  };
  const plan = planByPeople(from, { files, batches, decisions, rows });
  const scorer = createScanScorer(plan, corpus, createNamedScorers(corpus, matcher, plan));
  const answers = Map.groupBy(await Array.fromAsync(source.readScorerResults()), (row) => row.transcript_id);
  const law = { rules: corpus.rules, asOf: sourcePlan.as_of };
  const scorerResults = judged.flatMap((each) => {
    const scenario = corpus.scenarios.get(each.transcript.header.scenario_id) ?? null;
    const own = answers.get(each.planned.transcript_id) ?? [];
    const results = dutiesByPeople(own, { ...each, scenario }, law);
    scorer.add({ ...each, scorerResults: results });
    return results;
  });
  return { plan, rows, decisions, scores: { ...scorer.finish(), scorerResults } };
}

/** VerdictRow + HumanLabel → VerdictRow → Scorecard → report, as a scan beside the labelled one. */
export async function scanByPeople(
  request: PeopleRequest & {
    readonly home: ScanSource;
    readonly scanId: (plan: ScanPlan) => Promise<RunId>;
    /** Seal of the labelled scan: its facts about conversations and judging apply here too. */
    readonly seal: Seal;
  },
  { clock, ...tools }: Pick<ScanContext, "corpus" | "matcher" | "clock">,
) {
  const made = await decideByPeople(request, tools);
  const { home } = request;
  const scan = home.scanFor(made.plan, await request.scanId(made.plan));
  await scan.writePlan(made.plan);
  await scan.unseal();
  await scan.writeLabels(request.files.flat());
  await scan.writeVerdicts(made.rows);
  await scan.writeScores(made.scores);
  await scan.writeCostReport(costReport(scan.scanId, made.plan, null));
  const { conversations, judging, repaired, imported } = request.seal;
  const lost = request.seal.lost && lossesAfterPeople(request.seal.lost, made.rows);
  const { report } = await writeReports(home, scan, tools.corpus, { lost });
  const known = { conversations, judging, repaired, imported, lost };
  await sealScan(home, scan, [...tools.corpus.checks.keys()], clock, known);
  return { ...made, scan, report };
}

/** VerdictResult → Scorecard over some of a scan's checks only, to compare with a scan that asked only those. */
export async function scoreSomeChecks(
  home: Pick<ScanSource, "readTranscript">,
  scan: ScanStore,
  corpus: Corpus,
  wanted: readonly CheckId[],
  seen: (row: VerdictRow) => VerdictRow = (row) => row,
): Promise<readonly Scorecard[]> {
  const plan = await scan.readPlan();
  const scorer = createScanScorer(plan, corpus);
  const rows = Map.groupBy(await Array.fromAsync(scan.readVerdicts()), (row) => row.transcript_id);
  for (const planned of plan.transcripts) {
    const { transcript_id: id } = planned;
    const eligible = planned.eligible.filter((check) => wanted.includes(check));
    const asked = (rows.get(id) ?? []).filter((row) => wanted.includes(row.mode_id)).map(seen);
    scorer.add({ planned: { ...planned, eligible }, transcript: await home.readTranscript(id), rows: asked });
  }
  const { scorecards } = scorer.finish();
  // Gate checks alone have no score: only crossed lines would count, with 0.
  const dimensions = wanted.flatMap((id) => corpus.checks.get(id)?.primary_bucket ?? []);
  const hasQuality = dimensions.some((dimension) => !isGateDimension(dimension));
  return hasQuality
    ? scorecards
    : scorecards.map((card) => ({ ...card, overall_score: null, score_bounds: null }));
}

/** VerdictRow → Scorecard as if every question had been asked once: one for each of its votes. */
export function scoreVoteByVote(input: Parameters<typeof scoreSingleVotes>[0]) {
  return scoreSingleVotes(input);
}
