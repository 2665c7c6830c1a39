import { createInProcessExecutor } from "../executor/in-process.ts";
import { createRandom } from "../kernel/random.ts";
import { runScenarios, type ScanOutcome, scanTranscripts } from "../pipeline.ts";
import type { ModelClient } from "../providers/model-client.ts";
import { knownModels } from "../providers/open-model.ts";
import { RunId } from "../schema/ids.ts";
import type { RunPlan } from "../schema/run-plan.ts";
import type { ScanPlan, ScanProfileName } from "../schema/scan-plan.ts";
import type { Summary } from "../schema/summary.ts";
import { locateRun } from "../store/locate-run.ts";
import { openRun, type RunStore } from "../store/run-store.ts";
import type { Workbench } from "../workbench.ts";
import { BadRunIdError } from "./bad-run-id-error.ts";
import type { Control, RunOptions, ScanOptions } from "./bench-options.ts";
import type { Workshop } from "./workshop.ts";

export interface RunResult {
  readonly runId: string;
  readonly directory: string;
  readonly plan: RunPlan;
  /** Conversations in which a reply could not be had. */
  readonly incomplete: number;
}

export interface ScanResult {
  readonly runId: string;
  readonly scanId: string;
  readonly directory: string;
  readonly plan: ScanPlan;
  /** `null` after a dry run. */
  readonly summary: Summary | null;
  readonly report: string | null;
}

const DEFAULT_PARALLEL = 8;

/** Transcripts only. */
export async function run(workshop: Workshop, options: RunOptions, control: Control): Promise<RunResult> {
  const models = await openTargets(workshop, options);
  return withNewRun(workshop, options, control, (store) =>
    runInto(store, models, workshop, options, control),
  );
}

/** Verdicts and scorecards for the transcripts of a run. */
export async function scan(
  workshop: Workshop,
  runPath: string,
  options: ScanOptions,
  control: Control,
): Promise<ScanResult> {
  const { results, runId } = await locateRun(runPath, workshop.results);
  const store = await openRun({ results, runId, mode: "resume" });
  try {
    return await scanInto(store, workshop, options, "dev", control);
  } finally {
    await store.close();
  }
}

/** The main job: run, scan, score, report. A dry run ends with the run's plan: there is nothing to scan yet. */
export async function evaluate(
  workshop: Workshop,
  options: RunOptions & ScanOptions,
  control: Control,
): Promise<{ readonly run: RunResult; readonly scan: ScanResult | null }> {
  const models = await openTargets(workshop, options);
  // A judge that does not exist is reported before conversations are paid for.
  if (options.judge !== undefined) await workshop.model(options.judge, options.maxConnections);
  return withNewRun(workshop, options, control, async (store) => {
    const ran = await runInto(store, models, workshop, options, control);
    return {
      run: ran,
      scan: options.dryRun ? null : await scanInto(store, workshop, options, "publish", control),
    };
  });
}

/** Opened first: an unknown model or a broken corpus is reported before a directory is made. */
function openTargets(workshop: Workshop, options: RunOptions): Promise<readonly ModelClient[]> {
  const names =
    options.models ?? knownModels().flatMap((model) => (model.use === "target" ? model.model_id : []));
  return Promise.all([...new Set(names)].map((name) => workshop.model(name, options.maxConnections)));
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
  models: readonly ModelClient[],
  workshop: Workshop,
  options: RunOptions,
  control: Control,
): Promise<RunResult> {
  const plan = await runScenarios(
    {
      models,
      ...(options.scenarios === undefined ? {} : { scenarios: options.scenarios }),
      ...(options.category === undefined ? {} : { category: options.category }),
      status: options.status ?? "active",
      repeats: options.repeats ?? 1,
      harness: "llm/raw",
      sampling: {
        temperature: options.temperature ?? 0.7,
        max_tokens: options.maxTokens ?? 4096,
        seed: options.seed ?? null,
      },
      dryRun: options.dryRun ?? false,
    },
    await workbench(store, workshop, options, control),
    control.signal,
  );
  const incomplete = options.dryRun ? 0 : (await store.readManifest()).conversations.incomplete;
  return { runId: store.runId, directory: store.directory, plan, incomplete };
}

async function scanInto(
  store: RunStore,
  workshop: Workshop,
  options: ScanOptions,
  defaultProfile: ScanProfileName,
  control: Control,
): Promise<ScanResult> {
  const isSimulated = (await store.readRunPlan()).models.every((model) => model.simulated);
  const judgeName = options.judge ?? (isSimulated ? "sim/judge" : undefined);
  const judgeClient =
    judgeName === undefined ? null : await workshop.model(judgeName, options.maxConnections);
  const outcome: ScanOutcome = await scanTranscripts(
    {
      profile: options.profile ?? defaultProfile,
      judge: judgeClient && { model_id: judgeClient.modelId, simulated: judgeClient.simulated },
      judgeClient,
      ...(options.checks === undefined ? {} : { checks: options.checks }),
      dryRun: options.dryRun ?? false,
    },
    await workbench(store, workshop, options, control),
    control.signal,
  );
  const { plan, summary, report } = outcome;
  return {
    runId: store.runId,
    scanId: outcome.scan.scanId,
    directory: outcome.scan.directory,
    plan,
    summary,
    report,
  };
}

async function workbench(
  store: RunStore,
  workshop: Workshop,
  options: { readonly scenarioParallel?: number },
  control: Control,
): Promise<Workbench> {
  const corpus = await workshop.corpus();
  return {
    corpus,
    matcher: await workshop.matcher(),
    store,
    executor: createInProcessExecutor({ concurrency: options.scenarioParallel ?? DEFAULT_PARALLEL }),
    clock: workshop.clock,
    progress: control.progress,
  };
}

/** Sorts by time, and two runs begun in the same second differ. */
function nameRun(now: number): string {
  const time = new Date(now).toISOString().slice(0, 19).replace(/[-:]/g, "").replace("T", "-");
  const suffix = createRandom(`${now}|${process.pid}`).below(0x10000).toString(16).padStart(4, "0");
  return `${time}-${suffix}`;
}
