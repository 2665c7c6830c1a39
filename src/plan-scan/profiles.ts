import type { Check } from "../schema/check.ts";
import type { Dimension } from "../schema/ids.ts";
import type { ScanProfileName } from "../schema/scan-plan.ts";
import type { RepetitionPolicy } from "../schema/verdict.ts";

/** How thoroughly a scan looks. */
export interface ScanProfile {
  readonly dimensions: readonly Dimension[];
  /** Without a judge, judged checks end UNCLEAR and the coverage says so. */
  readonly judged: boolean;
  readonly repetitions: "as_routed" | "one";
  readonly policy: RepetitionPolicy;
}

const ALL: readonly Dimension[] = ["A", "B", "C", "D", "F"];

export const SCAN_PROFILES = {
  smoke: { dimensions: ALL, judged: false, repetitions: "one", policy: "fixed" },
  dev: { dimensions: ["A", "B", "F"], judged: true, repetitions: "as_routed", policy: "first_clear" },
  full: { dimensions: ALL, judged: true, repetitions: "one", policy: "fixed" },
  publish: { dimensions: ALL, judged: true, repetitions: "as_routed", policy: "mixed" },
} as const satisfies Record<ScanProfileName, ScanProfile>;

export function repetitionsFor(check: Check, profile: ScanProfile): number {
  if (!check.routing.llm_required || !profile.judged) return 0;
  return profile.repetitions === "one" ? 1 : check.routing.repetitions;
}
