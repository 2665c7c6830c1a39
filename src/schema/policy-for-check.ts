import type { Check } from "./check.ts";
import { isGate, type ScoringConfig } from "./scoring-config.ts";
import type { CheckPolicy, RepetitionPolicy } from "./verdict.ts";

/** `mixed`: a check stops at a first clear answer only if it gates nothing and is known to be stable. */
export function policyForCheck(policy: RepetitionPolicy, check: Check, scoring: ScoringConfig): CheckPolicy {
  if (policy !== "mixed") return policy;
  const isKnownStable = scoring.stable_checks?.includes(check.id) ?? false;
  return isKnownStable && !isGate(check, scoring) ? "first_clear" : "decided";
}
