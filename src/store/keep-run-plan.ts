import type { Fingerprint } from "../schema/fingerprint.ts";
import { RunPlan } from "../schema/run-plan.ts";
import { PlanChangedError } from "./plan-changed-error.ts";
import { RunRedactedError } from "./run-redacted-error.ts";
import type { RunStore } from "./run-store.ts";

/**
 * The plan that a run goes by. A new run's is written; a resumed run must have been planned alike, or the difference
 * is named, and keeps the plan it had: what it was expected to cost was said before it began.
 */
export async function keepRunPlan(store: RunStore, plan: RunPlan): Promise<RunPlan> {
  if (!(await store.hasRunPlan())) {
    await store.writeRunPlan(plan);
    return plan;
  }
  const kept = await store.readRunPlan();
  if (kept.redacted) throw new RunRedactedError(store.directory);
  const differences = differingParts(kept.fingerprint, plan.fingerprint);
  if (differences.length > 0) throw new PlanChangedError(store.directory, differences);
  return RunPlan.parse(kept);
}

/** The names of the parts in which two fingerprints differ. */
export function differingParts(a: Fingerprint, b: Fingerprint): readonly string[] {
  const names = new Set([...Object.keys(a.parts), ...Object.keys(b.parts)]);
  return [...names].filter((name) => a.parts[name] !== b.parts[name]).toSorted();
}
