import { readFile } from "node:fs/promises";
import { checksMatching } from "../corpus/corpus.ts";
import { DEFAULT_PROFILES, profileOf } from "../domain/profiles.ts";
import { createInProcessExecutor } from "../executor/in-process.ts";
import { runScenarios, scanTranscripts } from "../pipeline.ts";
import { ASSISTANT_PROFILES } from "../providers/assistant-profiles.ts";
import { NoJudgeError } from "../providers/errors.ts";
import type { ModelClient } from "../providers/model-client.ts";
import { knownModels } from "../providers/open-model.ts";
import { simTruth } from "../providers/sim-truth.ts";
import type { RunContext } from "../run-context.ts";
import { RunId } from "../schema/ids.ts";
import type { RunPlan } from "../schema/run/run-plan.ts";
import type { ScanPlan, ScanProfileName } from "../schema/scan/scan-plan.ts";
import type { Summary } from "../schema/scan/summary.ts";
import { measuredAnswers, measuredReplies } from "../store/earlier-measurements.ts";
import { openRun, type RunStore } from "../store/run-store.ts";
import { type ScanSource, scanSourceOf } from "../store/scan-source.ts";
import type { BenchContext } from "./bench-context.ts";
import type { Control, RunOptions, ScanOptions } from "./bench-options.ts";
import { BadRunIdError, NoSuchFileError } from "./errors.ts";
import { type OpenModels, openModels } from "./eval/open-models.ts";
import { openScanSource } from "./open-scan.ts";
import { nameRun } from "./runs.ts";

export interface RunResult {
  readonly runId: string;
  readonly directory: string;
  readonly plan: RunPlan;
  /** Conversations in which a reply could not be had. */
  readonly incomplete: number;
}

export interface ScanResult {
  readonly runId: string;
  readonly scanId: RunId;
  readonly directory: string;
  readonly plan: ScanPlan;
  /** `null` after a dry run. */
  readonly summary: Summary | null;
  readonly report: string | null;
}

const DEFAULT_PARALLEL = 8;

/** Transcripts only. */
export async function run(workshop: BenchContext, options: RunOptions, control: Control): Promise<RunResult> {
  const models = await openModels(workshop, options, slowCallTeller(control));
  await openTargets(models, workshop, options, "before");
  return withNewRun(workshop, options, control, (store) =>
    runInto(store, models, workshop, options, control),
  );
}

/** Verdicts and scorecards for the transcripts of one run, or of several as one. */
export async function scan(
  workshop: BenchContext,
  runPaths: readonly string[],
  options: ScanOptions,
  control: Control,
): Promise<ScanResult> {
  const { home, close } = await openScanSource(workshop, runPaths);
  try {
    return await scanFromSource(home, workshop, options, control);
  } finally {
    await close();
  }
}

/** Verdicts and scorecards for transcripts, wherever they are. */
export async function scanFromSource(
  home: ScanSource,
  workshop: BenchContext,
  options: ScanOptions,
  control: Control,
): Promise<ScanResult> {
  const models = await openModels(workshop, options, slowCallTeller(control));
  return scanInto(home, models, workshop, options, DEFAULT_PROFILES.scan, control);
}

/** The main job: run, scan, score, report. A dry run ends with the run's plan: there is nothing to scan yet. */
export async function evaluate(
  workshop: BenchContext,
  options: RunOptions & ScanOptions,
  control: Control,
): Promise<{ readonly run: RunResult; readonly scan: ScanResult | null }> {
  const models = await openModels(workshop, options, slowCallTeller(control));
  const clients = await openTargets(models, workshop, options, "before");
  await refuseEarly(models, workshop, options, clients);
  return withNewRun(workshop, options, control, async (store) => {
    const ran = await runInto(store, models, workshop, options, control);
    return {
      run: ran,
      scan: options.dryRun
        ? null
        : await scanInto(
            scanSourceOf(store),
            models,
            workshop,
            options,
            DEFAULT_PROFILES.evaluation,
            control,
          ),
    };
  });
}

/** What is asked. Opened once before a directory is made, so that an unknown model or a missing key leaves none behind. */
function openTargets(
  models: OpenModels,
  workshop: BenchContext,
  options: RunOptions,
  runId: string,
): Promise<readonly ModelClient[]> {
  const { harness = "llm/raw" } = options;
  if (harness !== "llm/raw") return Promise.all([models.product(harness, runId)]);
  const names =
    options.models ??
    workshop.config.models ??
    knownModels().flatMap((model) => (model.use === "target" ? model.model_id : []));
  return Promise.all([...new Set(names)].map((name) => models.model(name)));
}

function slowCallTeller(control: Control): (call: string, seconds: number) => void {
  return (call, seconds) => control.follow({ kind: "slow", call, seconds });
}

async function withNewRun<Result>(
  workshop: BenchContext,
  options: RunOptions,
  control: Control,
  work: (store: RunStore) => Promise<Result>,
): Promise<Result> {
  const id = options.resume ?? options.runId ?? nameRun(workshop.clock.now());
  const runId = RunId.safeParse(id);
  if (!runId.success) throw new BadRunIdError(id);
  const mode = options.resume === undefined ? "create" : "resume";
  const store = await openRun({ results: workshop.results, runId: runId.data, mode });
  try {
    control.began(runId.data);
    return await work(store);
  } finally {
    await store.close();
  }
}

async function runInto(
  store: RunStore,
  models: OpenModels,
  workshop: BenchContext,
  options: RunOptions,
  control: Control,
): Promise<RunResult> {
  const promptFile = options.systemPrompt ?? (await configuredPrompt(workshop));
  const plan = await runScenarios(
    {
      models: await openTargets(models, workshop, options, store.runId),
      ...(promptFile === undefined ? {} : { systemPrompt: await readPrompt(promptFile) }),
      ...(options.tags === undefined ? {} : { tags: options.tags }),
      ...(options.cancelled === undefined ? {} : { cancelled: options.cancelled }),
      ...(options.scenarios === undefined ? {} : { scenarios: options.scenarios }),
      ...(options.category === undefined ? {} : { category: options.category }),
      status: options.status ?? "active",
      repeats: options.repeats ?? 1,
      harness: options.harness ?? "llm/raw",
      sampling: {
        temperature: options.temperature ?? 0.7,
        max_tokens: options.maxTokens ?? 4096,
        seed: options.seed ?? null,
      },
      dryRun: options.dryRun ?? false,
    },
    {
      ...(await sharedContext(models, workshop, options, control)),
      store,
      measured: await measuredReplies(workshop.results),
    },
    control.signal,
  );
  if (!options.dryRun) await writeTruth(store, plan, models);
  const incomplete = options.dryRun ? 0 : (await store.readManifest()).conversations.incomplete;
  return { runId: store.runId, directory: store.directory, plan, incomplete };
}

async function scanInto(
  home: ScanSource,
  models: OpenModels,
  workshop: BenchContext,
  options: ScanOptions,
  defaultProfile: ScanProfileName,
  control: Control,
): Promise<ScanResult> {
  const judgeName = options.judge ?? ((await home.isSimulated()) ? "sim/judge" : workshop.config.judge);
  const judgeClient = judgeName === undefined ? null : await models.model(judgeName);
  const adjudicatorClient =
    options.adjudicator === undefined ? null : await models.model(options.adjudicator);
  const outcome = await scanTranscripts(
    {
      profile: options.profile ?? defaultProfile,
      judge: judgeClient && plannedModel(judgeClient),
      ...(adjudicatorClient === null ? {} : { adjudicator: plannedModel(adjudicatorClient) }),
      ...(options.reasoningEffort === undefined ? {} : { reasoningEffort: options.reasoningEffort }),
      rubric: options.rubric ?? false,
      judgeClient,
      adjudicatorClient,
      ...(options.checks === undefined ? {} : { checks: options.checks }),
      ...(options.repetitions === undefined ? {} : { repetitions: options.repetitions }),
      dryRun: options.dryRun ?? false,
    },
    {
      ...(await sharedContext(models, workshop, options, control)),
      home,
      measured: await measuredAnswers(workshop.results),
      prices: workshop.config.prices ?? [],
    },
    control.signal,
  );
  const { plan, summary, report } = outcome;
  return {
    runId: home.name,
    scanId: outcome.scan.scanId,
    directory: outcome.scan.directory,
    plan,
    summary,
    report,
  };
}

function plannedModel({ modelId, simulated }: ModelClient) {
  return { model_id: modelId, simulated };
}

/** What running and judging work with alike. */
async function sharedContext(
  models: OpenModels,
  workshop: BenchContext,
  options: { readonly scenarioParallel?: number },
  control: Control,
): Promise<Omit<RunContext, "store" | "measured">> {
  const corpus = await workshop.corpus();
  return {
    corpus,
    matcher: await workshop.matcher(),
    executor: createInProcessExecutor({ concurrency: options.scenarioParallel ?? DEFAULT_PARALLEL }),
    clock: workshop.clock,
    follow: control.follow,
    approve: control.approve ?? (() => Promise.resolve()),
    alreadySpent: (usd) => models.ledger.add(usd),
  };
}

/** What the scan would refuse is reported before conversations are paid for. */
export async function refuseEarly(
  models: OpenModels,
  workshop: BenchContext,
  {
    judge = workshop.config.judge,
    adjudicator,
    profile = DEFAULT_PROFILES.evaluation,
    checks = [],
  }: ScanOptions,
  asked: readonly ModelClient[],
): Promise<void> {
  checksMatching((await workshop.corpus()).checks.values(), checks);
  if (adjudicator !== undefined) await models.model(adjudicator);
  if (judge !== undefined) await models.model(judge);
  else if (profileOf({ profile }).judged && !asked.every((client) => client.simulated))
    throw new NoJudgeError(profile);
}

export async function configuredPrompt({ config, fromConfig }: BenchContext): Promise<string | undefined> {
  return config.system_prompt === undefined ? undefined : fromConfig(config.system_prompt);
}

export async function readPrompt(path: string): Promise<string> {
  return readFile(path, "utf8").catch((cause: unknown) => {
    throw new NoSuchFileError(path, { cause });
  });
}

/** Simulated assistants have known truth: it stands beside their transcripts. */
export async function writeTruth(store: RunStore, plan: RunPlan, models: OpenModels): Promise<void> {
  const names = new Set<string>(plan.models.map(({ model_id }) => model_id));
  const profiles = ASSISTANT_PROFILES.map(({ name }) => name).filter((name) => names.has(`sim/${name}`));
  if (profiles.length === 0) return;
  const scenarios = plan.scenarios.map((scenario) => scenario.scenario_id);
  const { repeats, sampling } = plan;
  const run = { profiles, scenarios, repeats, seed: sampling.seed };
  await store.writeTruth(simTruth(await models.world(), run));
}
