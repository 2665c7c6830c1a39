import type { WorkEstimate } from "../domain/number-words.ts";
import type { RunPlan } from "../schema/run/run-plan.ts";
import type { CostRange, ScanPlan } from "../schema/scan/scan-plan.ts";
import type { CallTotals } from "./call-count.ts";

/** Conversations to run, transcripts to judge, or both: everything that one command may spend money on. */
export interface PlannedWork {
  /** `null` if the conversations exist already. */
  readonly run: RunPlan | null;
  /** `null` if nothing is judged. For conversations that do not exist yet it is planned on placeholders. */
  readonly scan: ScanPlan | null;
  /** Judging of the same conversations by a pack's own checks. */
  readonly own?: ScanPlan;
  /** Work of packs, in runs of their own: covered by the same approval. */
  readonly beside?: readonly PlannedWork[];
  /** The approved estimate, if the remaining work turns out to cost more. */
  readonly agreed?: WorkEstimate;
}

/**
 * The finished part of the work, by model: calls that earlier journals have replies to; or all of it except
 * this many lost questions.
 */
export interface WorkDone {
  readonly run?: DoneByModel;
  readonly scan?: DoneByModel | { readonly lostQuestions: number };
  readonly own?: WorkDone["scan"];
}
type DoneByModel = ReadonlyMap<string, Pick<CallTotals, "replied">>;

interface Item {
  readonly model: string;
  readonly calls: number;
  /** Upper bound of the calls. */
  readonly mostCalls: number;
  /** `null` if the price is unknown. */
  readonly cost: CostRange | null;
}

const NOTHING: CostRange = { low: 0, expected: 0, high: 0 };

/**
 * One estimate of everything. Its ends are the sums of the parts' ends, so that they are no further apart
 * than those of the widest part.
 * @param done work that is not paid for again; the cost of the rest is proportional to its calls
 */
export function estimateWork(work: PlannedWork, done: WorkDone = {}): WorkEstimate {
  const conversations = itemsLeft(runItems(work.run), done.run);
  const judging = [
    ...itemsLeft(scanItems(work.scan), done.scan),
    ...itemsLeft(scanItems(work.own ?? null), done.own),
  ];
  const items = [...conversations, ...judging];
  return {
    calls: Math.round(items.reduce((sum, { calls }) => sum + calls, 0)),
    cost_usd: sumCosts(items),
    conversations_usd: sumCosts(conversations),
    judging_usd: sumCosts(judging),
    unpriced: [...new Set(items.filter(({ cost }) => cost === null).map(({ model }) => model))],
  };
}

/** Adds estimates of several pieces of work, such as a run and each of its scans. */
export function addEstimates(estimates: readonly WorkEstimate[]): WorkEstimate {
  const sum = (cost: (estimate: WorkEstimate) => CostRange) => estimates.map(cost).reduce(addCosts, NOTHING);
  return {
    calls: estimates.reduce((calls, estimate) => calls + estimate.calls, 0),
    cost_usd: sum(({ cost_usd }) => cost_usd),
    conversations_usd: sum(({ conversations_usd }) => conversations_usd),
    judging_usd: sum(({ judging_usd }) => judging_usd),
    unpriced: [...new Set(estimates.flatMap(({ unpriced }) => unpriced))],
  };
}

function runItems(plan: RunPlan | null): readonly Item[] {
  const router = plan?.router === undefined ? [] : [plan.router];
  const asked = [...(plan?.models ?? []), ...router].filter(({ simulated }) => !simulated);
  return asked.map(({ model_id, estimate }) => ({
    model: model_id,
    calls: estimate?.calls ?? 0,
    mostCalls: estimate?.calls ?? 0,
    cost: estimate?.cost_usd ?? null,
  }));
}

function scanItems(plan: ScanPlan | null): readonly Item[] {
  if (plan === null) return [];
  const { judge, adjudicator, adjudication } = plan;
  const { expected, max } = plan.planned_llm_calls;
  const first = { calls: expected, mostCalls: max, cost: plan.estimated_cost_usd };
  const second = {
    calls: adjudication?.calls.expected ?? 0,
    mostCalls: adjudication?.calls.max ?? 0,
    cost: adjudication?.cost_usd ?? null,
  };
  return [
    ...(judge === null || judge.simulated ? [] : [{ model: judge.model_id, ...first }]),
    ...(adjudicator === undefined || adjudicator.simulated
      ? []
      : [{ model: adjudicator.model_id, ...second }]),
  ];
}

/** The rest of each item: more calls than expected may follow, and the high end includes them until none can. */
function itemsLeft(
  items: readonly Item[],
  done: WorkDone["scan"] = new Map<string, CallTotals>(),
): readonly Item[] {
  if ("lostQuestions" in done) return itemsAgain(items, done.lostQuestions);
  return items.flatMap(({ model, calls, mostCalls, cost }) => {
    const replied = done.get(model)?.replied ?? 0;
    const [share, highShare] = [shareLeft(calls, replied), shareLeft(mostCalls, replied)];
    if (share === 0 && highShare === 0) return [];
    const left = cost && {
      low: cost.low * share,
      expected: cost.expected * share,
      high: cost.high * Math.max(share, highShare),
    };
    return [{ model, calls: calls * share, mostCalls: mostCalls * highShare, cost: left }];
  });
}

/** An unreadable answer is requested once more, so a question may take two calls. */
function itemsAgain([judge, ...others]: readonly Item[], questions: number): readonly Item[] {
  if (judge === undefined || questions === 0) return [];
  const { model, calls, cost } = judge;
  const share = questions / Math.max(calls, questions);
  const again = cost && {
    low: cost.low * share,
    expected: cost.expected * share,
    high: cost.high * Math.min(1, 2 * share),
  };
  // It is unknown which of them a second judge was asked; if its price is unknown too, the estimate must say
  // so.
  const unpriced = others.filter((item) => item.cost === null).map((item) => ({ ...item, calls: 0 }));
  return [{ model, calls: questions, mostCalls: 2 * questions, cost: again }, ...unpriced];
}

function shareLeft(calls: number, replied: number): number {
  return calls === 0 ? 1 : Math.max(0, 1 - replied / calls);
}

function sumCosts(items: readonly Item[]): CostRange {
  return items.reduce((sum, { cost }) => addCosts(sum, cost ?? NOTHING), NOTHING);
}

function addCosts(a: CostRange, b: CostRange): CostRange {
  return { low: a.low + b.low, expected: a.expected + b.expected, high: a.high + b.high };
}
