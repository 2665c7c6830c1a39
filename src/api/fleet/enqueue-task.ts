/** Hands runs and scans out to workers: their names, their tasks, and the fingerprints that a worker must share. */
import { isFilesName } from "../../domain/models.ts";
import { profileOf } from "../../domain/profiles.ts";
import { hashOf } from "../../kernel/hash.ts";
import { atMostUsd } from "../../measure/journal-totals.ts";
import type { ModelClient } from "../../providers/model-client.ts";
import type { AmongWorkers, ByWorkers } from "../../run-context.ts";
import type { RunPlan } from "../../schema/run/run-plan.ts";
import type { ScanPlan, ScanProfileName } from "../../schema/scan/scan-plan.ts";
import { runDirectoryAt } from "../../store/layout.ts";
import type { RunStore } from "../../store/run-store.ts";
import type { ScanSource } from "../../store/scan-source.ts";
import { tasksOfRun, tasksOfScan } from "../../transcript-work.ts";
import type { BenchContext } from "../bench-context.ts";
import type { Queued, RunOptions, ScanOptions } from "../bench-options.ts";
import { apiErrors } from "../errors.ts";
import type { OpenModels } from "../eval/open-models.ts";
import { DEFAULT_PARALLEL } from "../eval/work-context.ts";

type Parts = Readonly<Record<string, string>>;

const PACKS_ARE_HERE = "the scenarios of packs are on this machine";

/** Refuses own clients and local files: workers know models by name, and cannot read this machine's disk. */
export function refuseForQueue(
  { harness = "llm/raw", models = [], router }: RunOptions,
  packs: number,
): void {
  if (packs > 0) throw apiErrors.IB_NOT_FOR_QUEUE(PACKS_ARE_HERE);
  if (harness !== "llm/raw") throw apiErrors.IB_NOT_FOR_QUEUE(`the harness ${harness} asks a product`);
  for (const model of [...models, ...(router === undefined ? [] : [router])]) {
    if (typeof model !== "string")
      throw apiErrors.IB_NOT_FOR_QUEUE(`${model.modelId} is a model of this program's own`);
    if (model.startsWith("replay/"))
      throw apiErrors.IB_NOT_FOR_QUEUE(`${model} is in this machine's results`);
  }
}

/** Refuses the same for judges, and also batches: workers ask judges at once. */
export function refuseJudgesForQueue({ judge, adjudicator, batch }: ScanOptions, packs: number): void {
  if (packs > 0) throw apiErrors.IB_NOT_FOR_QUEUE(PACKS_ARE_HERE);
  for (const model of [judge, adjudicator]) {
    if (model !== undefined && typeof model !== "string")
      throw apiErrors.IB_NOT_FOR_QUEUE(`${model.modelId} is a model of this program's own`);
    if (model !== undefined && isFilesName(model))
      throw apiErrors.IB_NOT_FOR_QUEUE(`${model} answers in files of this machine`);
  }
  if (batch)
    throw apiErrors.IB_NOT_FOR_QUEUE("judges that are asked in batches are waited for by one process");
}

/** Fingerprints everything that decides the calls of a run, and their possible cost. */
export function partsOfRun(plan: RunPlan, models: OpenModels): Parts {
  const router = plan.router === undefined ? [] : [plan.router];
  const names = [...plan.models, ...router].map(({ model_id }) => model_id);
  return { ...plan.fingerprint.parts, prices: pricesPart(names, models) };
}

/**
 * Fingerprints the same for a scan, with its transcripts.
 * @param scoring the parts of the scoring fingerprint
 */
export function partsOfScan(plan: ScanPlan, scoring: Parts, models: OpenModels): Parts {
  const transcripts = plan.transcripts.map((each) => [each.transcript_id, each.transcript_hash]);
  return { ...scoring, transcripts: hashOf(transcripts), prices: pricesPart(judgesOf(plan), models) };
}

/** Lists the judges of a scan. */
export function judgesOf({ judge, adjudicator }: ScanPlan): readonly string[] {
  return [judge, adjudicator].flatMap((model) => model?.model_id ?? []);
}

function pricesPart(names: readonly string[], models: OpenModels): string {
  const prices = names.map((name) => {
    const { source: _, as_of: __, ...price } = models.priceOf(name) ?? {};
    return [name, price];
  });
  return hashOf(prices);
}

interface HandingOut {
  readonly queue: string;
  readonly models: OpenModels;
  readonly context: BenchContext;
  readonly options: Pick<RunOptions & ScanOptions, "scenarioParallel">;
  readonly signal: AbortSignal;
}

/** Stands in for a model that this process does not ask. */
export function remoteCalls({ modelId, simulated }: ModelClient): ModelClient {
  return {
    modelId,
    simulated,
    announcesSending: true,
    complete: () => Promise.reject(apiErrors.IB_CALL_NOT_IN_QUEUE(modelId)),
  };
}

/** Lets workers hold a run's conversations, while the callback writes them. */
export async function runAmongWorkers<Result>(
  {
    store,
    plan,
    isResumed,
  }: { readonly store: RunStore; readonly plan: RunPlan; readonly isResumed: boolean },
  out: HandingOut,
  perform: (by: ByWorkers) => Promise<Result>,
): Promise<Result> {
  const recorded = await store.recordedCalls();
  if (recorded !== null) out.models.ledger.addEarlierSpending(store.directory, atMostUsd(recorded.totals));
  const { withQueuedWork } = await import("./coordinate.ts");
  return withQueuedWork(
    {
      ...settingsOf(out),
      name: store.runId,
      runs: [store],
      planned: { kind: "run", plan },
      fingerprints: partsOfRun(plan, out.models),
      tasks: tasksOfRun(plan),
      journal: runDirectoryAt(store.directory).journal,
      isBegun: isResumed,
      // A resumed run retries failed calls.
      asksAgain: isResumed,
    },
    out.signal,
    perform,
  );
}

/** Lets workers ask the judges of a scan; returns nothing if it has none. */
export function judgeAmongWorkers(
  home: ScanSource,
  options: ScanOptions & Queued & { readonly profile: ScanProfileName },
  out: Omit<HandingOut, "queue" | "options">,
): { readonly runOnFleet?: AmongWorkers } {
  const { queue } = options;
  if (queue === undefined || options.dryRun) return {};
  if (!profileOf(options).judged) {
    out.context.onNotice(
      "No judge is asked by this profile: it is done here, and workers have no part in it.",
    );
    return {};
  }
  const runOnFleet: AmongWorkers = async ({ scan, plan, isBegun }, judge) => {
    const { withQueuedWork } = await import("./coordinate.ts");
    const transcriptOf = new Map(plan.transcripts.map((each) => [each.transcript_id, each]));
    return withQueuedWork(
      {
        ...settingsOf({ ...out, queue, options }),
        name: `${home.name}/${scan.scanId}`,
        runs: home.runs,
        planned: {
          kind: "scan",
          plan,
          ...(options.repetitions === undefined ? {} : { repetitions: options.repetitions }),
          ...(options.votes === undefined ? {} : { votes: options.votes }),
        },
        fingerprints: partsOfScan(plan, plan.fingerprints.scoring.parts, out.models),
        tasks: tasksOfScan(plan).map((task) => ({
          ...task,
          transcript: async () => ({
            hash: transcriptOf.get(task.task)?.transcript_hash ?? "",
            content: JSON.stringify(await home.readTranscript(task.task)),
          }),
        })),
        journal: scan.paths.journal,
        isBegun,
        asksAgain: options.retryLost ?? false,
      },
      out.signal,
      judge,
    );
  };
  return { runOnFleet };
}

function settingsOf({ queue, models, context, options }: Omit<HandingOut, "signal">) {
  const { clock, onNotice } = context;
  const { ceilingUsd, spentUsd } = models.ledger;
  const concurrency = options.scenarioParallel ?? DEFAULT_PARALLEL;
  return { url: queue, ceilingUsd, spentUsd, concurrency, clock, onNotice };
}
