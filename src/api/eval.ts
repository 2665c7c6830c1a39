import type { CorpusPack } from "../corpus/corpus.ts";
import type { Spent, WorkEstimate } from "../domain/number-words.ts";
import { atMostUsd } from "../measure/journal-totals.ts";
import { addSpent } from "../measure/spent.ts";
import { estimateWork } from "../measure/work-estimate.ts";
import type { PackContrast } from "../schema/board/contrast-report.ts";
import type { ScanPlan } from "../schema/scan/scan-plan.ts";
import type { Seal } from "../schema/scan/seal.ts";
import { runDirectoryAt } from "../store/layout.ts";
import { openRun } from "../store/run-store.ts";
import { scanSourceOf } from "../store/scan-source.ts";
import { readConversations } from "../store/seal.ts";
import type { BenchContext } from "./bench-context.ts";
import type { PlanTo, Queued, RunOptions, ScanOptions } from "./bench-options.ts";
import { type Control, wholeControl } from "./bench-options.ts";
import { exceedsApproval, workOf } from "./eval/agreed-price.ts";
import {
  dryRunResult,
  executeRun,
  planOnly,
  type RunResult,
  readResumed,
  runIdOf,
  withRun,
} from "./eval/execute-run.ts";
import { judgingOf, ownJudging, type Prepared, prepareEvaluation, prepareRun } from "./eval/prepare-work.ts";
import type { WorkOptions } from "./eval/resumed-options.ts";
import { runAll } from "./eval/run-all.ts";
import { type EvalJob, partsOf } from "./eval/work-parts.ts";
import { refusePlanTo, writePlans } from "./eval/write-plan.ts";
import { refuseForQueue, refuseJudgesForQueue } from "./fleet/enqueue-task.ts";
import { executeScan, type ScanResult } from "./scan.ts";

export type { RunResult };

export type EvaluateOptions = RunOptions & ScanOptions;

/** Result of the core; or of the first pack, if no core scenario was selected. */
export interface EvaluateResult extends EvaluatedPart {
  /** Results of the packs, each with its own run. */
  readonly packs: readonly EvaluatedPart[];
  /** Estimate for all the work, before the first call. */
  readonly estimate: WorkEstimate;
  /** Spending on everything, over all invocations; `null` after a dry run. */
  readonly spent: Spent | null;
}

/** Conversations of the core or of one pack, with their findings. */
export interface EvaluatedPart {
  /** `null` for the core. */
  readonly pack: CorpusPack | null;
  readonly run: RunResult;
  /** `null` after a dry run. */
  readonly scan: ScanResult | null;
  /** Judging plan from before the conversations; `null` if nothing could cost anything. */
  readonly judging: ScanPlan | null;
  /** For a pack with checks: the same conversations, judged by those only. */
  readonly own?: OwnJudging;
  /** For a pack: results of its twins or pairs; absent without a counterpart. */
  readonly contrast?: PackContrast;
}

/** Conversations judged by a pack's own checks. */
export interface OwnJudging {
  /** `null` after a dry run. */
  readonly scan: ScanResult | null;
  /** Judging plan from before the conversations; `null` if nothing could cost anything. */
  readonly judging: ScanPlan | null;
}

/** The core's conversations; or a pack's, if no core scenario was selected. */
export interface FinishedRun extends FinishedPart {
  /** Results of the packs, each with its own run. */
  readonly packs: readonly FinishedPart[];
  /** Estimate for all the work. */
  readonly estimate: WorkEstimate;
  /** Spending on everything, over all invocations; `null` after a dry run. */
  readonly spent: Spent | null;
}

export interface FinishedPart extends RunResult {
  /** `null` for the core. */
  readonly pack: CorpusPack | null;
  /** Source of the conversations: new for this run, or from the cache; `null` after a dry run. */
  readonly conversations: Seal["conversations"] | null;
}

/** Transcripts only. */
export async function run(
  context: BenchContext,
  options: RunOptions & Queued = {},
  control: Control = {},
): Promise<FinishedRun> {
  const isRemote = options.queue !== undefined;
  if (isRemote) refuseForQueue(options, context.packs.length);
  const prepare = (own: BenchContext, wanted: WorkOptions) =>
    prepareRun(own, { ...wanted, isRemote }, wholeControl(control));
  const { results, ...whole } = await eachPart(context, options, control, prepare, runPart);
  const [first, ...packs] = results;
  if (first === undefined) throw new RangeError("there is no run");
  return { ...first, packs, ...whole };
}

async function runPart(
  { context, options, pack }: EvalJob,
  whole: Required<Control>,
): Promise<FinishedPart & Priced> {
  const isRemote = options.queue !== undefined;
  const prepare = (wanted: WorkOptions) => prepareRun(context, { ...wanted, isRemote }, whole);
  if (options.dryRun) {
    const { plan, done } = await planOnly(context, options, prepare);
    const estimate = estimateWork({ run: plan, scan: null }, done);
    return { pack, ...dryRunResult(context, options, plan), estimate, conversations: null, spent: null };
  }
  return withRun(context, options, whole, prepare, async (store, prepared, wanted, { estimate }) => {
    const ran = await executeRun(store, prepared, context, wanted, whole);
    const { incomplete } = ran;
    const planned = ran.plan.totals.conversations;
    const { conversations } = await readConversations([runDirectoryAt(store.directory)], {
      planned,
      incomplete,
    });
    return { pack, ...ran, estimate, conversations };
  });
}

/** Runs, scans, scores and reports. All of it is priced and approved before the first call. */
export async function evaluate(
  context: BenchContext,
  options: EvaluateOptions & Queued & PlanTo = {},
  control: Control = {},
): Promise<EvaluateResult> {
  await refusePlanTo(options);
  const isRemote = options.queue !== undefined;
  if (isRemote) {
    refuseForQueue(options, context.packs.length);
    refuseJudgesForQueue(options, context.packs.length);
  }
  const prepare = (own: BenchContext, wanted: WorkOptions) =>
    prepareEvaluation(own, { ...wanted, isRemote }, wholeControl(control));
  const { planTo, ...work } = options;
  const { results, ...whole } = await eachPart(context, work, control, prepare, evaluatePart);
  if (planTo !== undefined) await writePlans(planTo, results);
  const [first, ...packs] = await withContrasts(context, results, wholeControl(control));
  if (first === undefined) throw new RangeError("there is no run");
  return { ...first, packs, ...whole };
}

/** Compares twins with the core's scan, if there is one; pairs with each other. */
async function withContrasts(
  context: BenchContext,
  parts: readonly EvaluatedPart[],
  { signal }: Required<Control>,
): Promise<readonly EvaluatedPart[]> {
  const nameOf = ({ run, scan }: EvaluatedPart) => scan && `${run.runId}/${scan.scanId}`;
  const core = parts.filter(({ pack }) => pack === null).map(nameOf)[0] ?? undefined;
  const withOwn = parts.map(async (part) => {
    const [{ pack }, name] = [part, nameOf(part)];
    if (pack === null || name === null || pack.kind === "scenarios") return part;
    if (pack.kind === "twins" && core === undefined) return part;
    const { contrastOfPack } = await import("./compare.ts");
    const own = { signal, ...(core === undefined ? {} : { core }) };
    return { ...part, contrast: await contrastOfPack(context, name, own) };
  });
  return Promise.all(withOwn);
}

type Priced = Pick<EvaluateResult, "estimate" | "spent">;

/** Works on the core, then on each pack beside it. Without packs, the core is treated as if none existed. */
async function eachPart<Result extends Priced>(
  context: BenchContext,
  options: WorkOptions,
  control: Control,
  prepare: (context: BenchContext, options: WorkOptions) => Promise<Prepared>,
  perform: (part: EvalJob, control: Required<Control>) => Promise<Result>,
): Promise<{ readonly results: readonly Result[] } & Priced> {
  const whole = wholeControl(control);
  const planned = async () => {
    const runId = runIdOf(context, options);
    const store = await openRun({ results: context.results, runId, mode: "read" });
    return readResumed(context, store, options);
  };
  const parts = await partsOf(context, options, runIdOf(context, options), planned);
  const [first] = parts;
  // Includes the packs of a resumed run, which no option names.
  if (options.queue !== undefined) refuseForQueue(options, parts.filter(({ pack }) => pack !== null).length);
  if (parts.length === 1 && first?.pack === null) {
    const result = await perform(first, whole);
    return { results: [result], estimate: result.estimate, spent: result.spent };
  }
  const price = (part: EvalJob) =>
    planOnly(part.context, part.options, (wanted) => prepare(part.context, wanted));
  return runAll(parts, whole, { price, perform });
}

async function evaluatePart(
  { context, options, pack }: EvalJob,
  whole: Required<Control>,
): Promise<EvaluatedPart & Priced> {
  const isRemote = options.queue !== undefined;
  const prepare = (wanted: WorkOptions) => prepareEvaluation(context, { ...wanted, isRemote }, whole);
  if (options.dryRun) {
    const { plan, judging, own, done } = await planOnly(context, options, prepare);
    const estimate = estimateWork(workOf({ plan, judging, own }), done);
    const part = {
      pack,
      run: dryRunResult(context, options, plan),
      scan: null,
      judging,
      estimate,
      spent: null,
    };
    return own === null ? part : { ...part, own: { scan: null, judging: own } };
  }
  return withRun(context, options, whole, prepare, async (store, prepared, wanted, agreement) => {
    const { estimate, agreed, spentBeforeUsd } = agreement;
    const [home, { models, judging }] = [scanSourceOf(store), prepared];
    // The budget covers conversations and judging: count what an earlier invocation spent on judging.
    for (const ahead of [judging, prepared.own]) {
      const scan = ahead && home.scanFor(ahead);
      const judged = await scan?.recordedCalls();
      if (scan && judged) models.ledger.addEarlierSpending(scan.directory, atMostUsd(judged.totals));
    }
    const ran = await executeRun(store, prepared, context, wanted, whole);
    // Workers' spending is not this process's spending.
    if (isRemote)
      models.ledger.addEarlierSpending(store.directory, atMostUsd((await store.journal()).totals));
    // The user approved the total up front: ask again only if judging will cost more than the approved price.
    const approve: Required<Control>["approve"] = async (left, work) => {
      const spentUsd = atMostUsd((await store.journal()).totals) - spentBeforeUsd;
      if (exceedsApproval(left, spentUsd, agreed)) await whole.approve(left, { ...work, agreed });
    };
    const [scanning, agreedControl] = [judgingOf(wanted), { ...whole, approve }];
    const scan = await executeScan(home, models, context, scanning, agreedControl);
    const byOwn = await ownJudging(context, scanning);
    const ownScan = byOwn && (await executeScan(home, models, byOwn, scanning, agreedControl));
    const { spent: onReplies, ...had } = ran;
    const spent = [scan.spent, ownScan?.spent ?? null].reduce<Spent>(
      (sum, each) => (each === null ? sum : addSpent(sum, each)),
      onReplies,
    );
    const own = ownScan === null ? {} : { own: { scan: ownScan, judging: prepared.own } };
    return { pack, run: had, scan, judging, ...own, estimate, spent };
  });
}
