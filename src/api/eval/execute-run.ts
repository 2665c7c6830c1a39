/** Runs conversations on disk: starts or resumes the run, asks for approval, and holds the conversations. */
import { atMostUsd } from "../../measure/journal-totals.ts";
import { estimateWork, type WorkDone } from "../../measure/work-estimate.ts";
import { runScenarios } from "../../pipeline.ts";
import { ASSISTANT_PROFILES } from "../../providers/assistant-profiles.ts";
import { simTruth } from "../../providers/sim-truth.ts";
import type { ByWorkers, RunOutcome } from "../../run-context.ts";
import { RunId } from "../../schema/ids.ts";
import type { RunPlan } from "../../schema/run/run-plan.ts";
import { runDirectory } from "../../store/layout.ts";
import { keepRunPlan } from "../../store/planned-run.ts";
import { openRun, type RunStore, refuseRunName } from "../../store/run-store.ts";
import { type BenchContext, lockOptions } from "../bench-context.ts";
import type { Control, RunOptions } from "../bench-options.ts";
import { apiErrors } from "../errors.ts";
import { remoteCalls, runAmongWorkers } from "../fleet/enqueue-task.ts";
import { nameRun } from "../runs/name-run.ts";
import { type AgreedPrice, doneBefore, workOf } from "./agreed-price.ts";
import type { OpenModels } from "./open-models.ts";
import { type Prepared, readPrompt } from "./prepare-work.ts";
import { resumedOptions, type WorkOptions } from "./resumed-options.ts";
import { workContext } from "./work-context.ts";

export interface RunResult {
  readonly runId: string;
  /** After a dry run: the path the run would have; nothing exists there. */
  readonly directory: string;
  readonly plan: RunPlan;
  /** Conversations with a missing reply. */
  readonly incomplete: number;
  /** Reasons for failed replies, the commonest first. */
  readonly lostBecause: readonly string[];
}

/**
 * Runs the callback for planned and approved work. Creates a new run's folder only after approval, so that a refusal
 * leaves no folder. A resumed run follows its plan, and its earlier replies need no new approval.
 */
export async function withRun<Result>(
  context: BenchContext,
  given: WorkOptions,
  control: Required<Control>,
  prepare: (options: WorkOptions) => Promise<Prepared>,
  perform: (
    store: RunStore,
    prepared: Prepared,
    options: WorkOptions,
    agreement: AgreedPrice,
  ) => Promise<Result>,
): Promise<Result> {
  const agree = async (prepared: Prepared, done?: WorkDone, spentBeforeUsd = 0) => {
    const work = workOf(prepared);
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

/** Plans without effect: a dry run locks and writes nothing. */
export async function planOnly(
  context: BenchContext,
  given: WorkOptions,
  prepare: (options: WorkOptions) => Promise<Prepared>,
): Promise<Prepared & { readonly done: WorkDone }> {
  if (given.resume === undefined) return { ...(await prepare(given)), done: {} };
  const { results } = context;
  const store = await openRun({ results, runId: runIdOf(context, given), mode: "read" });
  const prepared = await prepare(await readResumed(context, store, given));
  return { ...prepared, done: await doneBefore(store, prepared, await store.recordedCalls()) };
}

export function dryRunResult(context: BenchContext, options: RunOptions, plan: RunPlan): RunResult {
  const runId = runIdOf(context, options);
  return {
    runId,
    directory: runDirectory(context.results, runId).path,
    plan,
    incomplete: 0,
    lostBecause: [],
  };
}

export function runIdOf(context: BenchContext, options: RunOptions): RunId {
  const id = options.resume ?? options.runId ?? nameRun(context.clock.now());
  const runId = RunId.safeParse(id);
  if (!runId.success) throw apiErrors.IB_BAD_RUN_ID(id);
  return runId.data;
}

export async function readResumed(context: BenchContext, store: RunStore, given: WorkOptions) {
  const { scenarios } = await context.corpus();
  return resumedOptions(store, given, { knows: (id) => scenarios.has(id), readPrompt });
}

async function withStore<Result>(
  context: BenchContext,
  given: WorkOptions,
  runId: RunId,
  control: Required<Control>,
  work: (store: RunStore) => Promise<Result>,
): Promise<Result> {
  const { results, openJournal } = context;
  const mode = given.resume === undefined ? "create" : "resume";
  // Abort before creating the run folder.
  control.signal.throwIfAborted();
  const store = await openRun({ results, runId, mode, openJournal, ...lockOptions(context, given) });
  try {
    control.began(runId);
    return await work(store);
  } finally {
    await store.close();
  }
}

export async function executeRun(
  store: RunStore,
  { models, targets, router, plan: planned }: Prepared,
  context: BenchContext,
  options: WorkOptions,
  control: Required<Control>,
): Promise<RunResult & Pick<RunOutcome, "spent">> {
  const { harness = "llm/raw", queue, resume } = options;
  const work = await workContext(models, context, options, control);
  const asked = harness === "llm/raw" ? targets : [await models.product(harness, store.runId)];
  const isResumed = resume !== undefined;
  const runHere = (fleetRun?: ByWorkers) =>
    runScenarios(
      {
        plan: planned,
        models: fleetRun === undefined ? asked : asked.map(remoteCalls),
        router: fleetRun === undefined ? router : router && remoteCalls(router),
        ...(options.maxCostUsd === undefined ? {} : { maxCostUsd: options.maxCostUsd }),
        // A resumed run retries failed calls. In a fleet run, the workers retry them.
        retryLost: isResumed && fleetRun === undefined,
        ...(options.cancelled === undefined ? {} : { cancelled: options.cancelled }),
        ...(fleetRun === undefined ? {} : { fleetRun }),
      },
      { ...work, store },
      control.signal,
    );
  // Writes the plan before enqueuing, so that a killed coordinator can resume.
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

/** Writes the known truth of simulated assistants beside their transcripts. */
async function writeTruth(store: RunStore, plan: RunPlan, models: OpenModels): Promise<void> {
  const names = new Set<string>(plan.models.map(({ model_id }) => model_id));
  const profiles = ASSISTANT_PROFILES.map(({ name }) => name).filter((name) => names.has(`sim/${name}`));
  if (profiles.length === 0) return;
  const scenarios = plan.scenarios.map((scenario) => scenario.scenario_id);
  const { repeats, sampling } = plan;
  const run = { profiles, scenarios, repeats, seed: sampling.seed, product: plan.product };
  await store.writeTruth(simTruth(await models.world(), run));
}
