import { readFile } from "node:fs/promises";
import { DEFAULT_PROFILES } from "../domain/profiles.ts";
import { runScenarios } from "../pipeline.ts";
import { ASSISTANT_PROFILES } from "../providers/assistant-profiles.ts";
import { OwnModelNameError } from "../providers/errors.ts";
import type { ModelClient } from "../providers/model-client.ts";
import { simTruth } from "../providers/sim-truth.ts";
import { RunId } from "../schema/ids.ts";
import type { RunPlan } from "../schema/run/run-plan.ts";
import type { Seal } from "../schema/scan/seal.ts";
import { measuredReplies } from "../store/earlier-measurements.ts";
import { runDirectoryAt } from "../store/layout.ts";
import { openRun, type RunStore } from "../store/run-store.ts";
import { scanSourceOf } from "../store/scan-source.ts";
import { readConversations } from "../store/seal.ts";
import type { BenchContext } from "./bench-context.ts";
import type { RunOptions, ScanOptions } from "./bench-options.ts";
import { type Control, wholeControl } from "./bench-options.ts";
import { BadRunIdError, NoSuchFileError } from "./errors.ts";
import type { OpenModels } from "./eval/open-models.ts";
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
  const models = await openModelsFor(context, options, whole);
  const targets = await openTargets(models, context, options);
  return withNewRun(context, options, whole, async (store) => {
    const ran = await runInto(store, { models, targets }, context, options, whole);
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
  const scanning = { ...options, profile: options.profile ?? DEFAULT_PROFILES.evaluation };
  const models = await openModelsFor(context, options, whole);
  const targets = await openTargets(models, context, options);
  await refuseEarly(models, context, scanning, targets);
  return withNewRun(context, options, whole, async (store) => {
    const ran = await runInto(store, { models, targets }, context, options, whole);
    if (options.dryRun) return { run: ran, scan: null };
    return { run: ran, scan: await scanInto(scanSourceOf(store), models, context, scanning, whole) };
  });
}

/** What is asked. Opened before a directory is made, so that an unknown model or a missing key leaves none behind. */
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

async function withNewRun<Result>(
  context: BenchContext,
  options: RunOptions,
  control: Required<Control>,
  work: (store: RunStore) => Promise<Result>,
): Promise<Result> {
  const id = options.resume ?? options.runId ?? nameRun(context.clock.now());
  const runId = RunId.safeParse(id);
  if (!runId.success) throw new BadRunIdError(id);
  const mode = options.resume === undefined ? "create" : "resume";
  const { results, openJournal } = context;
  const store = await openRun({ results, runId: runId.data, mode, openJournal });
  try {
    control.began(runId.data);
    return await work(store);
  } finally {
    await store.close();
  }
}

async function runInto(
  store: RunStore,
  { models, targets }: { readonly models: OpenModels; readonly targets: readonly ModelClient[] },
  context: BenchContext,
  options: RunOptions,
  control: Required<Control>,
): Promise<RunResult> {
  const { harness = "llm/raw" } = options;
  const promptFile = options.systemPrompt ?? configuredPrompt(context);
  const { plan, incomplete } = await runScenarios(
    {
      models: harness === "llm/raw" ? targets : [models.product(harness, store.runId)],
      ...(promptFile === undefined ? {} : { systemPrompt: await readPrompt(promptFile) }),
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

function configuredPrompt({ config, fromConfig }: BenchContext): string | undefined {
  return config.system_prompt === undefined ? undefined : fromConfig(config.system_prompt);
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
