import type { Check } from "../schema/check.ts";
import type { Dimension } from "../schema/ids.ts";
import type { ScanProfileName } from "../schema/scan-plan.ts";
import type { ScanProfile } from "../schema/scan-profile.ts";

const ALL: Dimension[] = ["A", "B", "C", "D", "F"];

/** The profiles, as data: nothing else in the engine knows their names. */
export const SCAN_PROFILES: Readonly<Record<ScanProfileName, ScanProfile>> = {
  smoke: { dimensions: ALL, judged: false, repetitions: 1, policy: "fixed" },
  dev: { dimensions: ["A", "B", "F"], judged: true, repetitions: "as_routed", policy: "first_clear" },
  full: { dimensions: ALL, judged: true, repetitions: 1, policy: "fixed" },
  publish: { dimensions: ALL, judged: true, repetitions: "as_routed", policy: "mixed" },
};

/** Votes per question; none where no judge is asked. `asked` is what a person wants instead of the profile's. */
export function repetitionsFor(check: Check, profile: ScanProfile, asked?: number): number {
  if (!check.routing.llm_required || !profile.judged) return 0;
  const wanted = asked ?? profile.repetitions;
  return wanted === "as_routed" ? check.routing.repetitions : wanted;
}
