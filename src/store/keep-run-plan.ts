import type { Fingerprint } from "../schema/fingerprint.ts";
import type { RunPlan } from "../schema/run-plan.ts";
import { PlanChangedError } from "./plan-changed-error.ts";
import { RunRedactedError } from "./run-redacted-error.ts";
import type { RunStore } from "./run-store.ts";

/** Writes a new run's plan; a resumed run must have been planned alike, or the difference is named. */
export async function keepRunPlan(store: RunStore, plan: RunPlan): Promise<void> {
  if (await store.hasRunPlan()) {
    const { fingerprint, redacted } = await store.readRunPlan();
    if (redacted) throw new RunRedactedError(store.directory);
    const differences = differingParts(fingerprint, plan.fingerprint);
    if (differences.length > 0) throw new PlanChangedError(store.directory, differences);
  }
  await store.writeRunPlan(plan);
}

/** The names of the parts in which two fingerprints differ. */
export function differingParts(a: Fingerprint, b: Fingerprint): readonly string[] {
  const names = new Set([...Object.keys(a.parts), ...Object.keys(b.parts)]);
  return [...names].filter((name) => a.parts[name] !== b.parts[name]).toSorted();
}
