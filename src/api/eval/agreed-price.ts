import type { WorkEstimate } from "../../domain/number-words.ts";
import type { PlannedWork, WorkDone } from "../../measure/work-estimate.ts";
import type { RunStore } from "../../store/run-store.ts";
import { scanSourceOf } from "../../store/scan-source.ts";
import type { Prepared } from "./prepare-work.ts";

/** Price approved before the first call. */
export interface AgreedPrice {
  /** Estimate for all of it, including replies from earlier invocations. */
  readonly estimate: WorkEstimate;
  /** Estimate for the remaining work. */
  readonly agreed: WorkEstimate;
  readonly spentBeforeUsd: number;
}

/**
 * Returns whether past spending plus the remaining estimate exceeds the approved high end, or includes a price the
 * approval did not know.
 */
export function exceedsApproval(left: WorkEstimate, spentUsd: number, agreed: WorkEstimate): boolean {
  const isNewlyUnpriced = left.unpriced.some((model) => !agreed.unpriced.includes(model));
  return isNewlyUnpriced || spentUsd + left.cost_usd.expected > agreed.cost_usd.high;
}

/** Sums up the work that needs approval. */
export function workOf({ plan, judging, own }: Pick<Prepared, "plan" | "judging" | "own">): PlannedWork {
  return { run: plan, scan: judging, ...(own === null ? {} : { own }) };
}

/** Counts replies from earlier invocations: of the run, and of the scans that its judging continues. */
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
