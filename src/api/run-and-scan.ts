import { createInProcessExecutor } from "../executor/in-process.ts";
import { runScenarios, scanTranscripts } from "../pipeline.ts";
import type { ModelClient } from "../providers/model-client.ts";
import { knownModels } from "../providers/open-model.ts";
import { RunId } from "../schema/ids.ts";
import type { RunPlan } from "../schema/run-plan.ts";
import type { ScanPlan, ScanProfileName } from "../schema/scan-plan.ts";
import type { Summary } from "../schema/summary.ts";
import { measuredAnswers } from "../store/measured-answers.ts";
import { measuredReplies } from "../store/measured-replies.ts";
import { openRun, type RunStore } from "../store/run-store.ts";
import { type ScanHome, scanHomeOf } from "../store/scan-home.ts";
import type { Workbench } from "../workbench.ts";
import { BadRunIdError } from "./bad-run-id-error.ts";
import type { Control, RunOptions, ScanOptions } from "./bench-options.ts";
import { nameRun } from "./name-run.ts";
import { type OpenModels, openModels } from "./open-models.ts";
import { openScanHome } from "./open-scan-home.ts";
import { refuseEarly } from "./refuse-early.ts";
import { configuredPrompt, readPrompt } from "./system-prompt-file.ts";
import type { Workshop } from "./workshop.ts";
import { writeTruth } from "./write-truth.ts";

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
export async function run(workshop: Workshop, options: RunOptions, control: Control): Promise<RunResult> {
  const models = await openModels(workshop, options, tellOf(control));
  await targets(models, workshop, options, "before");
  return withNewRun(workshop, options, control, (store) =>
    runInto(store, models, workshop, options, control),
  );
}

/** Verdicts and scorecards for the transcripts of one run, or of several as one. */
export async function scan(
  workshop: Workshop,
  runPaths: readonly string[],
  options: ScanOptions,
  control: Control,
): Promise<ScanResult> {
  const { home, close } = await openScanHome(workshop, runPaths);
  try {
    return await scanHome(home, workshop, options, control);
  } finally {
    await close();
  }
}

/** Verdicts and scorecards for transcripts, wherever they are. */
export async function scanHome(
  home: ScanHome,
  workshop: Workshop,
  options: ScanOptions,
  control: Control,
): Promise<ScanResult> {
  const models = await openModels(workshop, options, tellOf(control));
  return scanInto(home, models, workshop, options, "dev", control);
}

/** The main job: run, scan, score, report. A dry run ends with the run's plan: there is nothing to scan yet. */
export async function evaluate(
  workshop: Workshop,
  options: RunOptions & ScanOptions,
  control: Control,
): Promise<{ readonly run: RunResult; readonly scan: ScanResult | null }> {
  const models = await openModels(workshop, options, tellOf(control));
  const clients = await targets(models, workshop, options, "before");
  await refuseEarly(models, workshop, options, clients);
  return withNewRun(workshop, options, control, async (store) => {
    const ran = await runInto(store, models, workshop, options, control);
    return {
      run: ran,
      scan: options.dryRun
        ? null
        : await scanInto(scanHomeOf(store), models, workshop, options, "publish", control),
    };
  });
}

/** What is asked. Opened once before a directory is made, so that an unknown model or a missing key leaves none behind. */
function targets(
  models: OpenModels,
  workshop: Workshop,
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

function tellOf(control: Control): (call: string, seconds: number) => void {
  return (call, seconds) => control.follow({ kind: "slow", call, seconds });
}

async function withNewRun<Result>(
  workshop: Workshop,
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
  workshop: Workshop,
  options: RunOptions,
  control: Control,
): Promise<RunResult> {
  const promptFile = options.systemPrompt ?? (await configuredPrompt(workshop));
  const plan = await runScenarios(
    {
      models: await targets(models, workshop, options, store.runId),
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
      ...(await tools(models, workshop, options, control)),
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
  home: ScanHome,
  models: OpenModels,
  workshop: Workshop,
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
      judge: judgeClient && planned(judgeClient),
      ...(adjudicatorClient === null ? {} : { adjudicator: planned(adjudicatorClient) }),
      ...(options.reasoningEffort === undefined ? {} : { reasoningEffort: options.reasoningEffort }),
      rubric: options.rubric ?? false,
      judgeClient,
      adjudicatorClient,
      ...(options.checks === undefined ? {} : { checks: options.checks }),
      ...(options.repetitions === undefined ? {} : { repetitions: options.repetitions }),
      dryRun: options.dryRun ?? false,
    },
    {
      ...(await tools(models, workshop, options, control)),
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

function planned({ modelId, simulated }: ModelClient) {
  return { model_id: modelId, simulated };
}

/** What running and judging work with alike. */
async function tools(
  models: OpenModels,
  workshop: Workshop,
  options: { readonly scenarioParallel?: number },
  control: Control,
): Promise<Omit<Workbench, "store" | "measured">> {
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
