import type { Spent, WorkEstimate } from "../../domain/number-words.ts";
import { coreRunName } from "../../domain/scenarios.ts";
import { atMostUsd } from "../../measure/journal-totals.ts";
import { addSpent, spentOn } from "../../measure/spent.ts";
import { addEstimates, estimateWork, type WorkDone } from "../../measure/work-estimate.ts";
import type { Ledger } from "../../providers/cost-ledger.ts";
import { RunId } from "../../schema/ids.ts";
import { pathExists } from "../../store/file-system.ts";
import { listScans } from "../../store/find.ts";
import { runDirectory } from "../../store/layout.ts";
import { keepRunPlan } from "../../store/planned-run.ts";
import { openRun, refuseRunName } from "../../store/run-store.ts";
import { lockOptions } from "../bench-context.ts";
import type { Control } from "../bench-options.ts";
import { exceedsApproval, workOf } from "./agreed-price.ts";
import type { Prepared } from "./prepare-work.ts";
import type { WorkOptions } from "./resumed-options.ts";
import { type EvalJob, packRunsOf, withoutSelection } from "./work-parts.ts";

interface Priced {
  readonly estimate: WorkEstimate;
  readonly spent: Spent | null;
}

/**
 * Runs the parts of one command in sequence: all are priced and approved before the first call, under one budget.
 * Pack runs get their plans before the core's first call, so that resuming the core's run finds them.
 */
export async function runAll<Result extends Priced>(
  parts: readonly EvalJob[],
  control: Required<Control>,
  work: {
    readonly price: (part: EvalJob) => Promise<Prepared & { readonly done: WorkDone }>;
    readonly perform: (part: EvalJob, control: Required<Control>) => Promise<Result>;
  },
): Promise<{ readonly results: readonly Result[] } & Priced> {
  const priced: { readonly part: EvalJob; readonly prepared: Prepared; readonly told: WorkEstimate }[] = [];
  let ledger: Ledger | undefined;
  for (const part of parts) {
    const { context, options } = part;
    const runId = RunId.safeParse(options.runId);
    if (options.resume === undefined && runId.success)
      await refuseRunName({ results: context.results, runId: runId.data, mode: "create" });
    const shared: EvalJob = ledger === undefined ? part : { ...part, options: { ...options, ledger } };
    const { done, ...prepared } = await work.price(shared);
    ledger ??= prepared.models.ledger;
    priced.push({ part, prepared, told: estimateWork(workOf(prepared), done) });
  }
  const [first, ...others] = priced;
  if (first === undefined || ledger === undefined) throw new RangeError("there is nothing to do");
  const isDry = first.part.options.dryRun === true;
  if (!isDry) {
    const whole = { ...workOf(first.prepared), beside: others.map(({ prepared }) => workOf(prepared)) };
    await control.approve(addEstimates(priced.map(({ told }) => told)), whole);
    for (const { part, prepared } of others) await begin(part, prepared);
    await addEarlierSpending(first.part, ledger);
  }
  const results: Result[] = [];
  for (const { part, told } of priced) {
    const isFirst = results.length === 0;
    const options = isFirst || isDry ? part.options : begun(part.options);
    const own = isFirst ? control : { ...control, began: () => undefined };
    results.push(
      await work.perform(
        { ...part, options: { ...options, ledger } },
        { ...own, approve: agreedTo(told, control) },
      ),
    );
  }
  const spent = results.map((result) => result.spent);
  return {
    results,
    estimate: addEstimates(results.map(({ estimate }) => estimate)),
    spent: isDry
      ? null
      : spent.reduce<Spent>((sum, each) => (each === null ? sum : addSpent(sum, each)), spentOn([])),
  };
}

/** The user approved the total up front: asks again for a part only if it exceeds the approved price. */
function agreedTo(told: WorkEstimate, { approve }: Required<Control>): Required<Control>["approve"] {
  return async (left, work) => {
    if (work.agreed !== undefined) await approve(left, work);
    else if (exceedsApproval(left, 0, told)) await approve(left, { ...work, agreed: told });
  };
}

/** Creates a new run with its plan and nothing else. */
async function begin({ context, options }: EvalJob, { plan }: Prepared): Promise<void> {
  if (options.resume !== undefined) return;
  const { results } = context;
  const runId = RunId.parse(options.runId);
  const store = await openRun({ results, runId, mode: "create", ...lockOptions(context, options) });
  try {
    await keepRunPlan(store, plan);
  } finally {
    await store.close();
  }
}

/** Returns options that continue a run by its plan. */
function begun(options: WorkOptions): WorkOptions {
  const resume = options.resume ?? options.runId;
  return { ...withoutSelection(options), ...(resume === undefined ? {} : { resume }) };
}

/** The budget covers the core and all pack runs: count what earlier invocations and scans spent. */
async function addEarlierSpending({ context, options, pack }: EvalJob, ledger: Ledger): Promise<void> {
  const own = RunId.safeParse(options.resume).data;
  if (own === undefined) return;
  const { results } = context;
  const core = RunId.safeParse(pack === null ? own : coreRunName(own, pack.name)).data ?? own;
  for (const runId of [core, ...(await packRunsOf(results, core))]) {
    if (runId === own || !(await pathExists(runDirectory(results, runId).runPlan))) continue;
    const store = await openRun({ results, runId, mode: "read" });
    const scans = (await listScans(runDirectory(results, runId))).map((scanId) => store.scan(scanId));
    for (const recorded of [store, ...scans]) {
      const calls = await recorded.recordedCalls();
      if (calls !== null) ledger.addEarlierSpending(recorded.directory, atMostUsd(calls.totals));
    }
  }
}
