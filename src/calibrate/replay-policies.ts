import {
  aggregationOf,
  type Ballot,
  decideVotes,
  type GateAggregation,
  policyForCheck,
  wantsAnotherVote,
} from "../domain/votes.ts";
import type { Check } from "../schema/corpus/check.ts";
import type { ScoringConfig } from "../schema/corpus/scoring-config.ts";
import type { CheckPolicy, RepetitionPolicy } from "../schema/scan/verdict.ts";

/** One question with all its votes. */
export interface FullVote {
  readonly check: Check;
  readonly isGate: boolean;
  /** In the order of the votes. */
  readonly ballots: readonly Ballot[];
}

export interface PolicyReplay {
  readonly policy: RepetitionPolicy;
  readonly calls: number;
  /** Share of the calls of `fixed`. */
  readonly saved: number | null;
  readonly verdictsChanged: number;
  readonly gateVerdictsChanged: number;
  readonly fails: number;
  readonly failsLost: number;
  readonly failsGained: number;
}

const POLICIES: readonly RepetitionPolicy[] = ["fixed", "first_clear", "decided", "mixed"];

/** Replays each policy: counts the calls that it would make and the verdicts that differ from those by all votes. */
export function replayPolicies(votes: readonly FullVote[], scoring: ScoringConfig): readonly PolicyReplay[] {
  const all = votes.reduce((sum, { ballots }) => sum + ballots.length, 0);
  return POLICIES.map((policy) => {
    const counts = { calls: 0, verdictsChanged: 0, gateVerdictsChanged: 0 };
    const fails = { fails: 0, failsLost: 0, failsGained: 0 };
    for (const { check, isGate, ballots } of votes) {
      const aggregation = aggregationOf(check);
      const cast = castUnder(policyForCheck(policy, check, scoring), ballots, aggregation);
      const [before, after] = [ballots, cast].map((counted) => decideVotes(counted, aggregation).verdict);
      counts.calls += cast.length;
      counts.verdictsChanged += Number(before !== after);
      counts.gateVerdictsChanged += Number(before !== after && isGate);
      fails.fails += Number(before === "FAIL");
      fails.failsLost += Number(before === "FAIL" && after !== "FAIL");
      fails.failsGained += Number(before !== "FAIL" && after === "FAIL");
    }
    return { policy, saved: all === 0 ? null : 1 - counts.calls / all, ...counts, ...fails };
  });
}

function castUnder(
  policy: CheckPolicy,
  ballots: readonly Ballot[],
  aggregation: GateAggregation,
): readonly Ballot[] {
  let count = 0;
  while (wantsAnotherVote(ballots.slice(0, count), ballots.length, policy, aggregation)) count += 1;
  return ballots.slice(0, count);
}
