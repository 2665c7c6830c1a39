import type { WorkEstimate } from "../../domain/number-words.ts";
import type { WorkDone } from "../../measure/work-estimate.ts";
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
export function isBeyond(left: WorkEstimate, spentUsd: number, agreed: WorkEstimate): boolean {
  const isNewlyUnpriced = left.unpriced.some((model) => !agreed.unpriced.includes(model));
  return isNewlyUnpriced || spentUsd + left.cost_usd.expected > agreed.cost_usd.high;
}

/** What earlier legs have replies to: of the run, and of the scan that its judging goes on with. */
export async function doneBefore(
  store: RunStore,
  { plan, judging }: Prepared,
  recorded: Awaited<ReturnType<RunStore["recordedCalls"]>>,
): Promise<WorkDone> {
  const run = recorded?.totals.byModel;
  const calls = judging && (await scanSourceOf(store).scanFor(judging).recordedCalls());
  const isRunDone = plan.models.every(
    ({ model_id, estimate }) => (run?.get(model_id)?.replied ?? 0) >= (estimate?.calls ?? Infinity),
  );
  const isScanDone = isRunDone && calls?.totals.closed === "finished";
  return {
    ...(run === undefined ? {} : { run }),
    ...(calls === null ? {} : { scan: isScanDone ? { lostQuestions: 0 } : calls.totals.byModel }),
  };
}
