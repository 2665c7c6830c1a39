import type { Spent, WorkEstimate } from "../domain/number-words.ts";
import { atMostUsd } from "../measure/journal-totals.ts";
import { addSpent } from "../measure/spent.ts";
import { estimateWork, type WorkDone } from "../measure/work-estimate.ts";
import { runScenarios } from "../pipeline.ts";
import { ASSISTANT_PROFILES } from "../providers/assistant-profiles.ts";
import { simTruth } from "../providers/sim-truth.ts";
import type { ByWorkers, RunOutcome } from "../run-context.ts";
import { RunId } from "../schema/ids.ts";
import type { RunPlan } from "../schema/run/run-plan.ts";
import type { ScanPlan } from "../schema/scan/scan-plan.ts";
import type { Seal } from "../schema/scan/seal.ts";
import { runDirectory, runDirectoryAt } from "../store/layout.ts";
import { keepRunPlan } from "../store/planned-run.ts";
import { openRun, type RunStore, refuseRunName } from "../store/run-store.ts";
import { scanSourceOf } from "../store/scan-source.ts";
import { readConversations } from "../store/seal.ts";
import { type BenchContext, lockOptions } from "./bench-context.ts";
import type { Queued, RunOptions, ScanOptions } from "./bench-options.ts";
import { type Control, wholeControl } from "./bench-options.ts";
import { BadRunIdError } from "./errors.ts";
import { type AgreedPrice, doneBefore, isBeyond } from "./eval/agreed-price.ts";
import type { OpenModels } from "./eval/open-models.ts";
import { judgingOf, type Prepared, prepareEvaluation, prepareRun, readPrompt } from "./eval/prepare-work.ts";
import { resumedOptions, type WorkOptions } from "./eval/resumed-options.ts";
import { workContext } from "./eval/work-context.ts";
import { askedElsewhere } from "./fleet/attend-tasks.ts";
import { refuseForQueue, refuseJudgesForQueue, runAmongWorkers } from "./fleet/hand-out.ts";
import { nameRun } from "./runs.ts";
import { type ScanResult, scanInto } from "./scan.ts";

export type EvaluateOptions = RunOptions & ScanOptions;

export interface EvaluateResult {
  readonly run: RunResult;
  /** `null` after a dry run. */
  readonly scan: ScanResult | null;
  /** How judging was planned before there were conversations; `null` where nothing could cost anything. */
  readonly judging: ScanPlan | null;
  /** Of everything, as it was before the first call. */
  readonly estimate: WorkEstimate;
  /** On everything, over all legs; `null` after a dry run. */
  readonly spent: Spent | null;
}

export interface RunResult {
  readonly runId: string;
  /** After a dry run it is where the run would be: nothing is there. */
  readonly directory: string;
  readonly plan: RunPlan;
  /** Conversations in which a reply could not be had. */
  readonly incomplete: number;
  /** What was said when replies were lost, the commonest reason first. */
  readonly lostBecause: readonly string[];
}

export interface FinishedRun extends RunResult {
  readonly estimate: WorkEstimate;
  /** How its conversations were had: for this run, or found in the cache; `null` after a dry run. */
  readonly conversations: Seal["conversations"] | null;
  /** Over all legs; `null` after a dry run. */
  readonly spent: Spent | null;
}

/** Transcripts only. */
export async function run(
  context: BenchContext,
  options: RunOptions & Queued = {},
  control: Control = {},
): Promise<FinishedRun> {
  const whole = wholeControl(control);
  const isAskedElsewhere = options.queue !== undefined;
  if (isAskedElsewhere) refuseForQueue(options);
  const prepare = (wanted: WorkOptions) => prepareRun(context, { ...wanted, isAskedElsewhere }, whole);
  if (options.dryRun) {
    const { plan, done } = await planOnly(context, options, prepare);
    const estimate = estimateWork({ run: plan, scan: null }, done);
    return { ...wouldBe(context, options, plan), estimate, conversations: null, spent: null };
  }
  return withRun(context, options, whole, prepare, async (store, prepared, wanted, { estimate }) => {
    const ran = await runInto(store, prepared, context, wanted, whole);
    const { incomplete } = ran;
    const planned = ran.plan.totals.conversations;
    const { conversations } = await readConversations([runDirectoryAt(store.directory)], {
      planned,
      incomplete,
    });
    return { ...ran, estimate, conversations };
  });
}

/** The main job: run, scan, score, report. All of it is priced and agreed to before the first call. */
export async function evaluate(
  context: BenchContext,
  options: EvaluateOptions & Queued = {},
  control: Control = {},
): Promise<EvaluateResult> {
  const whole = wholeControl(control);
  const isAskedElsewhere = options.queue !== undefined;
  if (isAskedElsewhere) {
    refuseForQueue(options);
    refuseJudgesForQueue(options);
  }
  const prepare = (wanted: WorkOptions) => prepareEvaluation(context, { ...wanted, isAskedElsewhere }, whole);
  if (options.dryRun) {
    const { plan, judging, done } = await planOnly(context, options, prepare);
    const estimate = estimateWork({ run: plan, scan: judging }, done);
    return { run: wouldBe(context, options, plan), scan: null, judging, estimate, spent: null };
  }
  return withRun(context, options, whole, prepare, async (store, prepared, wanted, agreement) => {
    const { estimate, agreed, spentBeforeUsd } = agreement;
    const [home, { models, judging }] = [scanSourceOf(store), prepared];
    // One ceiling is for all of it: what an earlier leg spent on judging is not there for conversations any more.
    const own = judging && home.scanFor(judging);
    const judged = await own?.recordedCalls();
    if (own && judged) models.ledger.carryOver(own.directory, atMostUsd(judged.totals));
    const ran = await runInto(store, prepared, context, wanted, whole);
    // What workers spent was not spent by this process.
    if (isAskedElsewhere) models.ledger.carryOver(store.directory, atMostUsd((await store.journal()).totals));
    // Everything was agreed to at once: nobody is asked again, unless judging will cost more than anybody was told.
    const approve: Required<Control>["approve"] = async (left, work) => {
      const spentUsd = atMostUsd((await store.journal()).totals) - spentBeforeUsd;
      if (isBeyond(left, spentUsd, agreed)) await whole.approve(left, { ...work, agreed });
    };
    const scan = await scanInto(home, models, context, judgingOf(wanted), { ...whole, approve });
    const { spent: onReplies, ...had } = ran;
    const spent = scan.spent === null ? onReplies : addSpent(onReplies, scan.spent);
    return { run: had, scan, judging, estimate, spent };
  });
}

/**
 * A run, for work that was planned and agreed to. A new one gets its folder after that, so that what is refused leaves
 * none behind; what a resumed one does is in its plan, and what it has replies to is not agreed to again.
 */
async function withRun<Result>(
  context: BenchContext,
  given: EvaluateOptions,
  control: Required<Control>,
  prepare: (options: WorkOptions) => Promise<Prepared>,
  perform: (
    store: RunStore,
    prepared: Prepared,
    options: WorkOptions,
    agreement: AgreedPrice,
  ) => Promise<Result>,
): Promise<Result> {
  const agree = async ({ plan, judging }: Prepared, done?: WorkDone, spentBeforeUsd = 0) => {
    const work = { run: plan, scan: judging };
    const agreed = estimateWork(work, done);
    await control.approve(agreed, work);
    return { estimate: estimateWork(work), agreed, spentBeforeUsd };
  };
  const runId = runIdOf(context, given);
  if (given.resume === undefined) {
    await refuseRunName({ results: context.results, runId, mode: "create" });
    const prepared = await prepare(given);
    const agreement = await agree(prepared);
    return withStore(context, given, runId, control, (store) => perform(store, prepared, given, agreement));
  }
  return withStore(context, given, runId, control, async (store) => {
    const options = await readResumed(context, store, given);
    const prepared = await prepare(options);
    const recorded = await store.recordedCalls();
    const spentBeforeUsd = recorded === null ? 0 : atMostUsd(recorded.totals);
    const agreement = await agree(prepared, await doneBefore(store, prepared, recorded), spentBeforeUsd);
    return perform(store, prepared, options, agreement);
  });
}

/** What would be done: a dry run locks nothing and writes nothing. */
async function planOnly(
  context: BenchContext,
  given: EvaluateOptions,
  prepare: (options: WorkOptions) => Promise<Prepared>,
): Promise<Prepared & { readonly done: WorkDone }> {
  if (given.resume === undefined) return { ...(await prepare(given)), done: {} };
  const { results } = context;
  const store = await openRun({ results, runId: runIdOf(context, given), mode: "read" });
  const prepared = await prepare(await readResumed(context, store, given));
  return { ...prepared, done: await doneBefore(store, prepared, await store.recordedCalls()) };
}

function wouldBe(context: BenchContext, options: RunOptions, plan: RunPlan): RunResult {
  const runId = runIdOf(context, options);
  return {
    runId,
    directory: runDirectory(context.results, runId).path,
    plan,
    incomplete: 0,
    lostBecause: [],
  };
}

function runIdOf(context: BenchContext, options: RunOptions): RunId {
  const id = options.resume ?? options.runId ?? nameRun(context.clock.now());
  const runId = RunId.safeParse(id);
  if (!runId.success) throw new BadRunIdError(id);
  return runId.data;
}

async function readResumed(context: BenchContext, store: RunStore, given: EvaluateOptions) {
  const { scenarios } = await context.corpus();
  return resumedOptions(store, given, { knows: (id) => scenarios.has(id), readPrompt });
}

async function withStore<Result>(
  context: BenchContext,
  given: EvaluateOptions,
  runId: RunId,
  control: Required<Control>,
  work: (store: RunStore) => Promise<Result>,
): Promise<Result> {
  const { results, openJournal } = context;
  const mode = given.resume === undefined ? "create" : "resume";
  const store = await openRun({ results, runId, mode, openJournal, ...lockOptions(context, given) });
  try {
    control.began(runId);
    return await work(store);
  } finally {
    await store.close();
  }
}

async function runInto(
  store: RunStore,
  { models, targets, plan: planned }: Prepared,
  context: BenchContext,
  options: WorkOptions,
  control: Required<Control>,
): Promise<RunResult & Pick<RunOutcome, "spent">> {
  const { harness = "llm/raw", queue, resume } = options;
  const work = await workContext(models, context, options, control);
  const asked = harness === "llm/raw" ? targets : [models.product(harness, store.runId)];
  const isResumed = resume !== undefined;
  const runHere = (byWorkers?: ByWorkers) =>
    runScenarios(
      {
        plan: planned,
        models: byWorkers === undefined ? asked : asked.map(askedElsewhere),
        ...(options.maxCostUsd === undefined ? {} : { maxCostUsd: options.maxCostUsd }),
        // A reply that was lost is no reply: whoever resumes a run wants it. What workers do is asked again by them.
        retryLost: isResumed && byWorkers === undefined,
        ...(options.cancelled === undefined ? {} : { cancelled: options.cancelled }),
        ...(byWorkers === undefined ? {} : { byWorkers }),
      },
      { ...work, store },
      control.signal,
    );
  // Whoever is killed while workers are at it finds at home what they were told to do.
  if (queue !== undefined) await keepRunPlan(store, planned);
  const { signal } = control;
  const before = queue === undefined ? null : await store.recordedCalls();
  const isWhole = before?.totals.closed === "finished" && before.totals.failures.size === 0;
  const outcome =
    queue === undefined || isWhole
      ? await runHere()
      : await runAmongWorkers(
          { store, plan: planned, isResumed },
          { queue, models, context, options, signal },
          runHere,
        );
  await writeTruth(store, outcome.plan, models);
  return { runId: store.runId, directory: store.directory, ...outcome };
}

/** Simulated assistants have known truth: it stands beside their transcripts. */
async function writeTruth(store: RunStore, plan: RunPlan, models: OpenModels): Promise<void> {
  const names = new Set<string>(plan.models.map(({ model_id }) => model_id));
  const profiles = ASSISTANT_PROFILES.map(({ name }) => name).filter((name) => names.has(`sim/${name}`));
  if (profiles.length === 0) return;
  const scenarios = plan.scenarios.map((scenario) => scenario.scenario_id);
  const { repeats, sampling } = plan;
  const run = { profiles, scenarios, repeats, seed: sampling.seed };
  await store.writeTruth(simTruth(await models.world(), run));
}
