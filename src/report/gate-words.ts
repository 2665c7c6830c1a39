import type { GateOutcome } from "../schema/gate-result.ts";

/** What each outcome is called where people read it. */
export const gateOutcomeWords: Readonly<Record<GateOutcome, string>> = {
  PASS: "holds",
  FAIL: "does not hold",
  INCONCLUSIVE: "inconclusive",
};

const RULES: Readonly<Record<string, string>> = {
  new_s5_failures: "No new failure of the gravest kind (S5)",
  hard_fail_rate: "Rate of hard fails",
  "noninferiority.overall": "Overall score, against the baseline",
  "noninferiority.quality": "Quality score, against the baseline",
  "noninferiority.C": "Communication (C), against the baseline",
  "noninferiority.D": "Coordination (D), against the baseline",
  "noninferiority.F": "Boundaries (F), against the baseline",
  unclear_share: "Share of UNCLEAR verdicts",
  incomplete_share: "Share of incomplete conversations",
};

/** A rule of the policy in words. */
export function describeRule(rule: string): string {
  return RULES[rule] ?? rule;
}
