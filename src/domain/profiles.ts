import * as z from "zod";
import type { Check } from "../schema/corpus/check.ts";
import { Dimension } from "../schema/ids.ts";
import type { ScanProfileName } from "../schema/scan/scan-plan.ts";
import { RepetitionPolicy } from "../schema/scan/verdict.ts";
import { DIMENSIONS } from "./dimensions.ts";

/** How thoroughly a scan looks. */
export const ScanProfile = z.strictObject({
  dimensions: z.array(Dimension).min(1),
  judged: z
    .boolean()
    .meta({ description: "Without a judge, judged checks end UNCLEAR and the coverage says so." }),
  repetitions: z.union([z.literal("as_routed"), z.int().min(1).max(9)]),
  policy: RepetitionPolicy,
});
export type ScanProfile = z.infer<typeof ScanProfile>;

/** The profiles, as data: nothing else in the engine knows their names. */
export const SCAN_PROFILES: Readonly<Record<ScanProfileName, ScanProfile>> = {
  smoke: { dimensions: [...DIMENSIONS], judged: false, repetitions: 1, policy: "fixed" },
  dev: { dimensions: ["A", "B", "F"], judged: true, repetitions: "as_routed", policy: "first_clear" },
  full: { dimensions: [...DIMENSIONS], judged: true, repetitions: 1, policy: "fixed" },
  publish: { dimensions: [...DIMENSIONS], judged: true, repetitions: "as_routed", policy: "mixed" },
};

/** Votes per question; none where no judge is asked. `asked` is what a person wants instead of the profile's. */
export function repetitionsFor(check: Check, profile: ScanProfile, asked?: number): number {
  if (!check.routing.llm_required || !profile.judged) return 0;
  const wanted = asked ?? profile.repetitions;
  return wanted === "as_routed" ? check.routing.repetitions : wanted;
}
