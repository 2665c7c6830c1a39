import { readFile, realpath } from "node:fs/promises";
import { isAbsolute, relative, sep } from "node:path";
import { SIMULATED_JUDGE } from "../domain/models.ts";
import { DEFAULT_PROFILES } from "../domain/profiles.ts";
import { runScenarios } from "../pipeline.ts";
import { ASSISTANT_PROFILES } from "../providers/assistant-profiles.ts";
import { OwnModelNameError } from "../providers/errors.ts";
import type { ModelClient } from "../providers/model-client.ts";
import { simTruth } from "../providers/sim-truth.ts";
import { RunId } from "../schema/ids.ts";
import { PlannedEvaluation, type RunPlan } from "../schema/run/run-plan.ts";
import type { ScanProfileName } from "../schema/scan/scan-plan.ts";
import type { Seal } from "../schema/scan/seal.ts";
import { measuredReplies } from "../store/earlier-measurements.ts";
import { runDirectoryAt } from "../store/layout.ts";
import { openRun, type RunStore } from "../store/run-store.ts";
import { scanSourceOf } from "../store/scan-source.ts";
import { readConversations } from "../store/seal.ts";
import { type BenchContext, lockOptions } from "./bench-context.ts";
import type { RunOptions, ScanOptions } from "./bench-options.ts";
import { type Control, wholeControl } from "./bench-options.ts";
import { BadRunIdError, NoSuchFileError, PromptOutsideError } from "./errors.ts";
import type { OpenModels } from "./eval/open-models.ts";
import { modelName, resumedOptions, type WorkOptions } from "./eval/resumed-options.ts";
import { openModelsFor, workContext } from "./eval/work-context.ts";
import { nameRun } from "./runs.ts";
import { refuseEarly, type ScanResult, scanInto } from "./scan.ts";

export type EvaluateOptions = RunOptions & ScanOptions;

export interface EvaluateResult {
  readonly run: RunResult;
  /** `null` after a dry run. */
  readonly scan: ScanResult | null;
}

export interface RunResult {
  readonly runId: string;
  readonly directory: string;
  readonly plan: RunPlan;
  /** Conversations in which a reply could not be had. */
  readonly incomplete: number;
}

/** With how its conversations were had: for this run, or found in the cache. */
export interface FinishedRun extends RunResult {
  readonly conversations: Seal["conversations"];
}

/** Transcripts only. */
export async function run(
  context: BenchContext,
  options: RunOptions = {},
  control: Control = {},
): Promise<FinishedRun> {
  const whole = wholeControl(control);
  const prepare = (wanted: WorkOptions) => openAsked(context, wanted, whole);
  return withRun(context, options, whole, prepare, async (store, asked, wanted) => {
    const ran = await runInto(store, asked, context, wanted, whole);
    const { incomplete } = ran;
    const planned = ran.plan.totals.conversations;
    const { conversations } = await readConversations([runDirectoryAt(store.directory)], {
      planned,
      incomplete,
    });
    return { ...ran, conversations };
  });
}

/** The main job: run, scan, score, report. A dry run ends with the run's plan: there is nothing to scan yet. */
export async function evaluate(
  context: BenchContext,
  options: EvaluateOptions = {},
  control: Control = {},
): Promise<EvaluateResult> {
  const whole = wholeControl(control);
  const prepare = async (wanted: WorkOptions) => {
    const asked = await openAsked(context, wanted, whole);
    await refuseEarly(asked.models, context, judging(wanted), asked.targets);
    return asked;
  };
  return withRun(context, options, whole, prepare, async (store, asked, wanted) => {
    const scanning = judging(wanted);
    const evaluation = evaluationOf(scanning, context, asked.targets);
    const ran = await runInto(store, asked, context, wanted, whole, evaluation);
    if (options.dryRun) return { run: ran, scan: null };
    return { run: ran, scan: await scanInto(scanSourceOf(store), asked.models, context, scanning, whole) };
  });
}

function judging(options: WorkOptions): WorkOptions & { readonly profile: ScanProfileName } {
  return { ...options, profile: options.profile ?? DEFAULT_PROFILES.evaluation };
}

/** What an eval is to judge with, for its plan: after a kill it is known before there is a scan. */
function evaluationOf(
  options: ScanOptions & { readonly profile: ScanProfileName },
  context: BenchContext,
  targets: readonly ModelClient[],
): PlannedEvaluation {
  const isSimulated = targets.every((client) => client.simulated);
  const { judge = isSimulated ? SIMULATED_JUDGE : context.config.judge, adjudicator, checks } = options;
  return PlannedEvaluation.parse({
    profile: options.profile,
    ...(judge === undefined ? {} : { judge: modelName(judge) }),
    ...(adjudicator === undefined ? {} : { adjudicator: modelName(adjudicator) }),
    ...(checks === undefined ? {} : { checks }),
    ...(options.repetitions === undefined ? {} : { repetitions: options.repetitions }),
    ...(options.rubric ? { rubric: true } : {}),
    ...(options.reasoningEffort === undefined ? {} : { reasoning_effort: options.reasoningEffort }),
  });
}

/** The models of a run, and those of them that are asked. */
interface Asked {
  readonly models: OpenModels;
  readonly targets: readonly ModelClient[];
}

async function openAsked(
  context: BenchContext,
  options: WorkOptions,
  control: Required<Control>,
): Promise<Asked> {
  const models = await openModelsFor(context, options, control);
  return { models, targets: await openTargets(models, context, options) };
}

async function openTargets(
  models: OpenModels,
  context: BenchContext,
  options: RunOptions,
): Promise<readonly ModelClient[]> {
  const { harness = "llm/raw" } = options;
  // A product is told the run's name, which is not known yet; here it is only seen that it can be asked.
  if (harness !== "llm/raw") return [models.product(harness, "before")];
  const wanted =
    options.models ?? context.config.models ?? ASSISTANT_PROFILES.map(({ name }) => `sim/${name}`);
  const clients = await Promise.all([...new Set(wanted)].map((model) => models.model(model)));
  for (const [index, { modelId }] of clients.entries()) {
    if (clients.findIndex((client) => client.modelId === modelId) < index)
      throw new OwnModelNameError(modelId, "another model of this run has that name");
  }
  return clients;
}

/**
 * A new run's models are opened before it has a directory, so that an unknown one or a missing key leaves none behind;
 * those of a resumed run are in its plan.
 */
async function withRun<Result>(
  context: BenchContext,
  given: EvaluateOptions,
  control: Required<Control>,
  prepare: (options: WorkOptions) => Promise<Asked>,
  work: (store: RunStore, asked: Asked, options: WorkOptions) => Promise<Result>,
): Promise<Result> {
  const locking = lockOptions(context, given);
  if (given.resume === undefined) {
    const asked = await prepare(given);
    const id = given.runId ?? nameRun(context.clock.now());
    return withStore(context, { id, mode: "create", locking }, control, (store) => work(store, asked, given));
  }
  return withStore(context, { id: given.resume, mode: "resume", locking }, control, async (store) => {
    const { scenarios } = await context.corpus();
    const options = await resumedOptions(store, given, { knows: (id) => scenarios.has(id), readPrompt });
    return work(store, await prepare(options), options);
  });
}

async function withStore<Result>(
  context: BenchContext,
  run: {
    readonly id: string;
    readonly mode: "create" | "resume";
    readonly locking: ReturnType<typeof lockOptions>;
  },
  control: Required<Control>,
  work: (store: RunStore) => Promise<Result>,
): Promise<Result> {
  const { mode, locking } = run;
  const runId = RunId.safeParse(run.id);
  if (!runId.success) throw new BadRunIdError(run.id);
  const { results, openJournal } = context;
  const store = await openRun({ results, runId: runId.data, mode, openJournal, ...locking });
  try {
    control.began(runId.data);
    return await work(store);
  } finally {
    await store.close();
  }
}

async function runInto(
  store: RunStore,
  { models, targets }: Asked,
  context: BenchContext,
  options: WorkOptions,
  control: Required<Control>,
  evaluation?: PlannedEvaluation,
): Promise<RunResult> {
  const { harness = "llm/raw" } = options;
  const promptFile = options.systemPrompt ?? (await configuredPrompt(context));
  const systemPrompt =
    options.planned?.system_prompt ?? (promptFile === undefined ? undefined : await readPrompt(promptFile));
  const { plan, incomplete } = await runScenarios(
    {
      models: harness === "llm/raw" ? targets : [models.product(harness, store.runId)],
      ...(systemPrompt === undefined ? {} : { systemPrompt }),
      ...(evaluation === undefined ? {} : { evaluation }),
      ...(options.maxCostUsd === undefined ? {} : { maxCostUsd: options.maxCostUsd }),
      ...(options.tags === undefined ? {} : { tags: options.tags }),
      ...(options.cancelled === undefined ? {} : { cancelled: options.cancelled }),
      ...(options.scenarios === undefined ? {} : { scenarios: options.scenarios }),
      ...(options.category === undefined ? {} : { category: options.category }),
      status: options.status ?? "active",
      repeats: options.repeats ?? 1,
      harness,
      sampling: {
        temperature: options.temperature ?? 0.7,
        max_tokens: options.maxTokens ?? 4096,
        seed: options.seed ?? null,
      },
      dryRun: options.dryRun ?? false,
    },
    {
      ...(await workContext(models, context, options, control)),
      store,
      measured: await measuredReplies(context.results),
    },
    control.signal,
  );
  if (!options.dryRun) await writeTruth(store, plan, models);
  return { runId: store.runId, directory: store.directory, plan, incomplete };
}

/** A model is told what is in it: a config that may be anybody's names no file outside its folder, by a link or otherwise. */
async function configuredPrompt(context: BenchContext): Promise<string | undefined> {
  const { config, fromConfig, provenance } = context;
  if (config.system_prompt === undefined) return undefined;
  const path = fromConfig(config.system_prompt);
  if (provenance.isConfigVouchedFor) return path;
  const real = await realpath(path).catch((cause: unknown) => {
    throw new NoSuchFileError(path, { cause });
  });
  const way = relative(await realpath(fromConfig(".")), real);
  if (way.split(sep)[0] === ".." || isAbsolute(way)) throw new PromptOutsideError(real);
  return path;
}

async function readPrompt(path: string): Promise<string> {
  return readFile(path, "utf8").catch((cause: unknown) => {
    throw new NoSuchFileError(path, { cause });
  });
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
