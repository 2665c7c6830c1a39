import { checksMatching } from "../corpus/corpus.ts";
import { isFilesName, SIMULATED_JUDGE } from "../domain/models.ts";
import type { Spent, WorkEstimate } from "../domain/number-words.ts";
import { DEFAULT_PROFILES, isRubricAsked, profileOf, wantsScales } from "../domain/profiles.ts";
import { estimateWork } from "../measure/work-estimate.ts";
import { scanTranscripts } from "../pipeline.ts";
import { providersErrors } from "../providers/errors.ts";
import type { ModelClient } from "../providers/model-client.ts";
import type { ReportCorpus } from "../report/report-data.ts";
import type { Reported } from "../run-context.ts";
import type { RunId } from "../schema/ids.ts";
import type { ScanPlan, ScanProfileName } from "../schema/scan/scan-plan.ts";
import type { Seal } from "../schema/scan/seal.ts";
import type { BlindspotRates, Summary } from "../schema/scan/summary.ts";
import { measuredAnswers } from "../store/earlier-measurements.ts";
import type { ScanSource } from "../store/scan-source.ts";
import { assertPageBuilt } from "../store/site-folder.ts";
import type { BenchContext } from "./bench-context.ts";
import type { PlanTo, Queued, ScanOptions } from "./bench-options.ts";
import { type Control, wholeControl } from "./bench-options.ts";
import { decidingOptions } from "./eval/judging-settings.ts";
import type { OpenModels } from "./eval/open-models.ts";
import { openModelsFor, workContext } from "./eval/work-context.ts";
import { withWorkers } from "./eval/workers.ts";
import { refusePlanTo, writePlan } from "./eval/write-plan.ts";
import { judgeAmongWorkers, refuseJudgesForQueue, remoteCalls } from "./fleet/enqueue-task.ts";
import { openScanSource } from "./open-scan.ts";

export interface ScanResult {
  readonly runId: string;
  readonly scanId: RunId;
  /** After a dry run: the path the scan would have; nothing exists there. */
  readonly directory: string;
  readonly plan: ScanPlan;
  readonly estimate: WorkEstimate;
  /** `null` after a dry run, like the following. */
  readonly summary: Summary | null;
  readonly rates: BlindspotRates | null;
  readonly report: string | null;
  /** Reasons why gates could not be established; empty after a dry run. */
  readonly openGates: Reported["openGates"];
  /** The failure to read first; `null` without a failure. */
  readonly firstFailure: Reported["firstFailure"];
  /** Kind, age and completeness of the evidence. */
  readonly seal: Seal | null;
  /** Spending on judging, over all invocations. */
  readonly spent: Spent | null;
  /** Names of its checks, and the number of cases from which a rate is given. */
  readonly corpus: ReportCorpus;
}

/** Verdicts and scorecards for the transcripts of one run, or of several as one. */
export async function scan(
  context: BenchContext,
  runPaths: readonly string[],
  options: ScanOptions & Queued & PlanTo = {},
  control: Control = {},
): Promise<ScanResult> {
  await refusePlanTo(options);
  if (options.queue !== undefined) refuseJudgesForQueue(options, context.pack === undefined ? 0 : 1);
  const { home, close } = await openScanSource(context, runPaths, options);
  try {
    const result = await scanFromSource(home, context, options, wholeControl(control));
    if (options.planTo !== undefined) await writePlan(options.planTo, result.plan, result.scanId);
    return result;
  } finally {
    await close();
  }
}

/** Writes verdicts and scorecards for transcripts from any source. */
export async function scanFromSource(
  home: ScanSource,
  context: BenchContext,
  options: ScanOptions & Queued,
  control: Required<Control>,
): Promise<ScanResult> {
  if (!options.dryRun) await assertPageBuilt();
  const isRemote = options.queue !== undefined;
  const models = await openModelsFor(context, { ...options, isRemote }, control);
  return executeScan(
    home,
    models,
    context,
    { ...options, profile: options.profile ?? DEFAULT_PROFILES.scan },
    control,
  );
}

/** Collected questions (batches, files) must not wait for one another: run as many at a time as fit in memory. */
const PARALLEL_LATER = 1000;

/** Scans with models that are already open. */
export async function executeScan(
  home: ScanSource,
  models: OpenModels,
  context: BenchContext,
  options: ScanOptions & Queued & { readonly profile: ScanProfileName },
  control: Required<Control>,
): Promise<ScanResult> {
  const deidentify = options.deidentify ?? (await home.isImported());
  const judging = await openJudges(models, context, { ...options, deidentify }, await home.isSimulated());
  const { signal } = control;
  const elsewhere = judgeAmongWorkers(home, options, { models, context, signal });
  const { judgeClient, adjudicatorClient } = judging;
  const asked =
    elsewhere.runOnFleet === undefined
      ? { judgeClient, adjudicatorClient }
      : {
          judgeClient: judgeClient && remoteCalls(judgeClient),
          adjudicatorClient: adjudicatorClient && remoteCalls(adjudicatorClient),
        };
  const parallel = judging.batch ? PARALLEL_LATER : undefined;
  const tools = await workContext(models, context, options, control, parallel);
  const measured = await measuredAnswers(context.results);
  const outcome = await withWorkers(context, options, tools.executor, (executor) =>
    scanTranscripts(
      { ...judging, ...asked, dryRun: options.dryRun ?? false, retryLost: options.retryLost ?? false },
      { ...tools, executor, home, measured, ...elsewhere },
      signal,
    ),
  );
  const { plan, scan: kept, summary, rates, reported, seal } = outcome;
  return {
    runId: home.name,
    scanId: kept.scanId,
    directory: kept.directory,
    plan,
    estimate: estimateWork({ run: null, scan: plan }),
    summary,
    rates,
    report: reported?.report ?? null,
    openGates: reported?.openGates ?? [],
    firstFailure: reported?.firstFailure ?? null,
    seal,
    spent: outcome.spent,
    corpus: await context.corpus(),
  };
}

/** Opens the judges and their settings: simulated conversations get a simulated judge by default. */
export async function openJudges(
  models: OpenModels,
  context: BenchContext,
  options: ScanOptions & { readonly profile: ScanProfileName },
  isSimulated: boolean,
): Promise<Omit<Parameters<typeof scanTranscripts>[0], "dryRun" | "retryLost">> {
  // A profile of word lists alone opens a judge only if one is named.
  const usual = profileOf(options).judged
    ? isSimulated
      ? SIMULATED_JUDGE
      : context.config.judge
    : undefined;
  const judge = options.judge ?? usual;
  const judgeClient = judge === undefined ? null : await models.judge(judge);
  const adjudicatorClient =
    options.adjudicator === undefined ? null : await models.judge(options.adjudicator);
  const clients = [judgeClient, adjudicatorClient].filter((client) => client !== null);
  const isByFiles = clients.some(({ modelId }) => isFilesName(modelId));
  if (!isByFiles && (options.requests ?? options.answers) !== undefined)
    throw providersErrors.IB_BATCH_FOLDERS(judgeClient?.modelId ?? "word lists");
  const { judge: _, adjudicator: __, ...asked } = decidingOptions(options);
  return {
    ...asked,
    profile: options.profile,
    judge: judgeClient && plannedModel(judgeClient),
    ...(adjudicatorClient === null ? {} : { adjudicator: plannedModel(adjudicatorClient) }),
    rubric: isRubricAsked(options, judgeClient, (await context.corpus()).byPack),
    scales: wantsScales(options),
    batch: judgeClient?.gathers === true,
    judgeClient,
    adjudicatorClient,
  };
}

function plannedModel({ modelId, simulated }: ModelClient) {
  return { model_id: modelId, simulated };
}

/** Throws what a scan would refuse, before any conversation is paid for. */
export async function refuseEarly(
  models: OpenModels,
  context: BenchContext,
  options: ScanOptions & { readonly profile: ScanProfileName },
  asked: readonly ModelClient[],
): Promise<void> {
  const { judge = context.config.judge, adjudicator, profile, checks = [] } = options;
  if (!options.dryRun) await assertPageBuilt();
  checksMatching((await context.corpus()).checks.values(), checks);
  if (adjudicator !== undefined) await models.judge(adjudicator);
  if (judge !== undefined) await models.judge(judge);
  else if (profileOf({ profile }).judged && !asked.every((client) => client.simulated))
    throw providersErrors.IB_NO_JUDGE(profile);
}
