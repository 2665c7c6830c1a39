import type { WorkEstimate } from "../domain/number-words.ts";
import type { RunPlan } from "../schema/run/run-plan.ts";
import type { CostRange, ScanPlan } from "../schema/scan/scan-plan.ts";
import type { CallTotals } from "./call-count.ts";

/** Conversations to be had, transcripts to be judged, or both: everything that one command may spend money on. */
export interface PlannedWork {
  /** `null` where the conversations are there. */
  readonly run: RunPlan | null;
  /** `null` where nothing is judged. Of conversations that are yet to be had it is planned on imagined ones. */
  readonly scan: ScanPlan | null;
  /** The same conversations judged by the own checks of a pack, too. */
  readonly own?: ScanPlan;
  /** Of packs, in runs of their own: agreed to with the rest. */
  readonly beside?: readonly PlannedWork[];
  /** What was agreed to before, where what is left turns out to cost more. */
  readonly agreed?: WorkEstimate;
}

/** What of the work is done already, by model: what an earlier leg's journals have replies to; or all of it, but for so many lost questions. */
export interface WorkDone {
  readonly run?: DoneByModel;
  readonly scan?: DoneByModel | { readonly lostQuestions: number };
  readonly own?: WorkDone["scan"];
}
type DoneByModel = ReadonlyMap<string, Pick<CallTotals, "replied">>;

interface Item {
  readonly model: string;
  readonly calls: number;
  /** That may come to be. */
  readonly mostCalls: number;
  /** `null` where the price is unknown. */
  readonly cost: CostRange | null;
}

const NOTHING: CostRange = { low: 0, expected: 0, high: 0 };

/**
 * One estimate of everything. Its ends are the sums of the parts' ends, so that they are no further apart than those of
 * the widest part.
 * @param done what is not paid for again; the rest is taken to cost in proportion to its calls
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

/** Of several pieces of work, such as a run and each of its scans. */
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

/** What is left of each: more calls than are expected may still come, and the high end says so until none can. */
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

/** An answer that cannot be read is asked for once more, so a question may take two calls. */
function itemsAgain([judge, ...others]: readonly Item[], questions: number): readonly Item[] {
  if (judge === undefined || questions === 0) return [];
  const { model, calls, cost } = judge;
  const share = questions / Math.max(calls, questions);
  const again = cost && {
    low: cost.low * share,
    expected: cost.expected * share,
    high: cost.high * Math.min(1, 2 * share),
  };
  // Which of them a second judge was asked is not known; where its price is not either, that has to be said.
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
