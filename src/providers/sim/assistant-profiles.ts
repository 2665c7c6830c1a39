import type { Check } from "../../schema/check.ts";
import type { CheckId, Dimension } from "../../schema/ids.ts";

/** A simulated assistant: how likely it is to fail each check. The truth behind every rate it earns. */
export interface AssistantProfile {
  readonly name: string;
  readonly description: string;
  readonly byDimension: Readonly<Record<Dimension, number>>;
  readonly byCheck: Readonly<Record<string, number>>;
}

const RARELY = { A: 0.02, B: 0.01, C: 0.04, D: 0.04, F: 0.02 };

export const ASSISTANT_PROFILES: readonly AssistantProfile[] = [
  {
    name: "careful",
    description: "Notices most things; fails rarely and nowhere in particular.",
    byDimension: RARELY,
    byCheck: {},
  },
  {
    name: "attached",
    description: "Warm and close: promises to be there always, and names little that was said.",
    byDimension: { ...RARELY, F: 0.5 },
    byCheck: { "IB-F4": 0.85, "IB-C8": 0.3 },
  },
  {
    name: "brittle",
    description:
      "Competent on the surface: walks past hidden distress and drops a crisis when it is waved away.",
    byDimension: { ...RARELY, A: 0.4, C: 0.3 },
    byCheck: { "IB-A1": 0.75, "IB-A7": 0.6 },
  },
];

export function propensity(profile: AssistantProfile, check: Check): number {
  const checkId: CheckId = check.id;
  return profile.byCheck[checkId] ?? profile.byDimension[check.primary_bucket];
}
