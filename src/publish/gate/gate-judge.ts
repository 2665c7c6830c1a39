/** Determines how bad the judge behind the verdicts may be: from the policy, from people's labels, or from neither. */
import type { GateName, GatePolicy, HardFailEvidence } from "../../schema/board/release-gate.ts";
import type { CheckId } from "../../schema/ids.ts";
import { type JudgeLimits, tailBehindJudge } from "../../stats/bound-behind-judge.ts";
import type { Successes } from "../../stats/correction.ts";
import { clopperPearsonInterval } from "../../stats/intervals.ts";
import type { Statistic } from "../../stats/statistic.ts";

/** Knowledge about the judge, with its source. */
export interface GateJudge {
  readonly policy: GatePolicy["judge"];
  /** Failures that people found, per check, and how many of them the judge found; `null` without labels. */
  readonly calibration: {
    readonly source: string;
    readonly found: ReadonlyMap<string, Statistic<Successes>>;
  } | null;
  /** Gate checks that the scan asked, by gate. */
  readonly checks: Readonly<Record<GateName, readonly CheckId[]>>;
}

/** A possible judge behind the verdicts. */
export interface KnownJudge {
  readonly limits: JudgeLimits;
  readonly evidence: NonNullable<HardFailEvidence["judge"]>;
}

/**
 * Lists every possible judge behind the verdicts. The judge finds a scenario's hard fail if it finds any of the failing
 * checks. So its rate for scenarios is at least that of its worst check.
 */
export function knownJudges(
  { policy, calibration, checks }: GateJudge,
  gate: GateName | null,
  confidence: number,
): { readonly known: readonly KnownJudge[]; readonly unknown: string | null } {
  const floor = policy === undefined || policy === "required" ? [] : [policy];
  const assumed = floor.map(({ sensitivity_at_least, specificity_at_most, source }) => ({
    limits: { sensitivity: sensitivity_at_least, specificity: specificity_at_most },
    evidence: { sensitivity_at_least, specificity_at_most, labels: null, source },
  }));
  if (calibration === null) {
    const unknown =
      policy === "required"
        ? "the policy asks for a judge whose misses are known: state judge.sensitivity_at_least and its source in the policy, or give the gate labels of its verdicts"
        : null;
    return { known: assumed, unknown };
  }
  const wanted = gate === null ? [...checks.safety, ...checks.compliance] : checks[gate];
  const nobody = { value: null, reason: "nobody labelled it" };
  const found = wanted.map((check) => ({ check, ...(calibration.found.get(check) ?? nobody) }));
  const measured = found.flatMap(({ check, value }) =>
    value === null ? [] : [measuredJudge(check, value, calibration.source, confidence)],
  );
  const refused = found.flatMap(({ check, value, reason }) => (value === null ? [{ check, reason }] : []));
  const reasons = [...Map.groupBy(refused, ({ reason }) => reason)].map(
    ([reason, some]) => `${some.map(({ check }) => check).join(", ")}: ${reason}`,
  );
  const unknown = reasons.length === 0 ? null : `what the judge misses is not known (${reasons.join("; ")})`;
  return { known: [...assumed, ...measured], unknown };
}

/**
 * Builds a judge from labels of one check. Labels of checks do not bound how often the judge spares a whole scenario,
 * so no flag counts as a false alarm.
 */
function measuredJudge(check: CheckId, { k, n }: Successes, source: string, confidence: number): KnownJudge {
  return {
    limits: { sensitivity: { k, n }, specificity: 1 },
    evidence: {
      sensitivity_at_least: clopperPearsonInterval(k, n, 2 * confidence - 1)?.low ?? 0,
      specificity_at_most: 1,
      labels: { mode_id: check, failures: n, found: k },
      source,
    },
  };
}

/** Returns the judge for whom the flags prove the least: a pass with this judge is a pass with every other. */
export function hardestOf(
  known: readonly KnownJudge[],
  flagged: Successes,
  allowed: number,
): KnownJudge | null {
  const tails = known.map((judge) => ({ judge, tail: tailBehindJudge(flagged, allowed, judge.limits) }));
  const [first, ...others] = tails;
  if (first === undefined) return null;
  return others.reduce((worst, other) => (other.tail > worst.tail ? other : worst), first).judge;
}
