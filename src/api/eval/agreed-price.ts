import type { WorkEstimate } from "../../domain/number-words.ts";
import type { PlannedWork, WorkDone } from "../../measure/work-estimate.ts";
import type { RunStore } from "../../store/run-store.ts";
import { scanSourceOf } from "../../store/scan-source.ts";
import type { Prepared } from "./prepare-work.ts";

/** What somebody agreed to before anything was asked. */
export interface AgreedPrice {
  /** Of all of it, with what earlier legs have replies to. */
  readonly estimate: WorkEstimate;
  /** Of what was left. */
  readonly agreed: WorkEstimate;
  readonly spentBeforeUsd: number;
}

/** Whether what is spent since and what is still expected come to more than the high end of what was agreed to, or to what it knew nothing of. */
export function exceedsApproval(left: WorkEstimate, spentUsd: number, agreed: WorkEstimate): boolean {
  const isNewlyUnpriced = left.unpriced.some((model) => !agreed.unpriced.includes(model));
  return isNewlyUnpriced || spentUsd + left.cost_usd.expected > agreed.cost_usd.high;
}

/** All of it that somebody has to agree to. */
export function workOf({ plan, judging, own }: Pick<Prepared, "plan" | "judging" | "own">): PlannedWork {
  return { run: plan, scan: judging, ...(own === null ? {} : { own }) };
}

/** What earlier legs have replies to: of the run, and of the scans that its judging goes on with. */
export async function doneBefore(
  store: RunStore,
  { plan, judging, own }: Prepared,
  recorded: Awaited<ReturnType<RunStore["recordedCalls"]>>,
): Promise<WorkDone> {
  const run = recorded?.totals.byModel;
  const home = scanSourceOf(store);
  const [calls, ownCalls] = await Promise.all(
    [judging, own].map(async (scan) => scan && home.scanFor(scan).recordedCalls()),
  );
  const isRunDone = plan.models.every(
    ({ model_id, estimate }) => (run?.get(model_id)?.replied ?? 0) >= (estimate?.calls ?? Infinity),
  );
  const judged = ({ totals }: NonNullable<typeof calls>) =>
    isRunDone && totals.closed === "finished" ? { lostQuestions: 0 } : totals.byModel;
  return {
    ...(run === undefined ? {} : { run }),
    ...(calls == null ? {} : { scan: judged(calls) }),
    ...(ownCalls == null ? {} : { own: judged(ownCalls) }),
  };
}
