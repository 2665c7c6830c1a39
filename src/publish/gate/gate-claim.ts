/** States what a pass by a policy means, so that readers conclude nothing more. */
import type { GatePolicy } from "../../schema/board/release-gate.ts";
import { percent } from "./gate-counts.ts";

/** Covers only the policy's own rules. @param hasBaseline whether failures count only if the baseline has none */
export function describeClaim(policy: GatePolicy, hasBaseline: boolean): string {
  const { new_s5_failures: s5, hard_fail_rate: bound, noninferiority, checks = {} } = policy;
  const claims = [
    ...(s5 === undefined
      ? []
      : [`${s5.at_most === 0 ? "no" : `at most ${s5.at_most}`} ${hasBaseline ? "new " : ""}S5 failures`]),
    ...(bound === undefined ? [] : [boundClaim(bound, policy.judge)]),
    ...Object.entries(noninferiority?.margins ?? {}).map(
      ([score, margin]) => `${score} is worse than the baseline by less than ${margin}`,
    ),
    ...Object.entries(checks).map(([id, rule]) => `at most ${rule?.at_most ?? 0} failures of ${id}`),
  ];
  return claims.length === 0 ? "nothing about failures" : claims.join("; ");
}

function boundClaim(
  { at_most: most, confidence, gate }: NonNullable<GatePolicy["hard_fail_rate"]>,
  judge: GatePolicy["judge"],
): string {
  const what = gate === undefined ? "hard fails" : `${gate} failures`;
  const by =
    judge === undefined
      ? "if the judge misses nothing"
      : judge === "required"
        ? "by a judge whose misses are known"
        : `if the judge finds at least ${percent(judge.sensitivity_at_least)} of failures`;
  return `${what} in at most ${percent(most)} of scenario families, with ${percent(confidence)} confidence, ${by}`;
}
