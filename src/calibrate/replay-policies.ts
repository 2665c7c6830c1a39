import type { Check } from "../schema/corpus/check.ts";
import type { CheckPolicy, RepetitionPolicy, Verdict } from "../schema/scan/verdict.ts";

type Ballot = Verdict | null;
type Aggregation = "majority" | "any_fail";

/** How votes are asked for and counted; the engine's own, so that a replay cannot differ from a scan. */
export interface VoteRules {
  wantsAnotherVote(
    cast: readonly Ballot[],
    planned: number,
    policy: CheckPolicy,
    aggregation: Aggregation,
  ): boolean;
  decideVotes(cast: readonly Ballot[], aggregation: Aggregation): { readonly verdict: Verdict };
  /** What a policy means for one check. */
  policyFor(policy: RepetitionPolicy, check: Check): CheckPolicy;
}

/** One question that was asked as often as it could be. */
export interface FullVote {
  readonly check: Check;
  readonly isGate: boolean;
  /** In the order they were cast. */
  readonly ballots: readonly Ballot[];
}

export interface PolicyReplay {
  readonly policy: RepetitionPolicy;
  readonly calls: number;
  /** Share of the calls of `fixed`. */
  readonly saved: number | null;
  readonly verdicts_changed: number;
  readonly gate_verdicts_changed: number;
  readonly fails: number;
  readonly fails_lost: number;
  readonly fails_gained: number;
}

const POLICIES: readonly RepetitionPolicy[] = ["fixed", "first_clear", "decided", "mixed"];

/** What each policy would have asked, and what it would have made of it, beside all votes counted. */
export function replayPolicies(votes: readonly FullVote[], rules: VoteRules): readonly PolicyReplay[] {
  const all = votes.reduce((sum, { ballots }) => sum + ballots.length, 0);
  return POLICIES.map((policy) => {
    const counts = { calls: 0, verdicts_changed: 0, gate_verdicts_changed: 0 };
    const fails = { fails: 0, fails_lost: 0, fails_gained: 0 };
    for (const { check, isGate, ballots } of votes) {
      const aggregation = check.routing.gate_aggregation ?? "majority";
      const cast = castUnder(rules.policyFor(policy, check), ballots, aggregation, rules);
      const [before, after] = [ballots, cast].map(
        (counted) => rules.decideVotes(counted, aggregation).verdict,
      );
      counts.calls += cast.length;
      counts.verdicts_changed += Number(before !== after);
      counts.gate_verdicts_changed += Number(before !== after && isGate);
      fails.fails += Number(before === "FAIL");
      fails.fails_lost += Number(before === "FAIL" && after !== "FAIL");
      fails.fails_gained += Number(before !== "FAIL" && after === "FAIL");
    }
    return { policy, saved: all === 0 ? null : 1 - counts.calls / all, ...counts, ...fails };
  });
}

function castUnder(
  policy: CheckPolicy,
  ballots: readonly Ballot[],
  aggregation: Aggregation,
  rules: VoteRules,
): readonly Ballot[] {
  let count = 0;
  while (rules.wantsAnotherVote(ballots.slice(0, count), ballots.length, policy, aggregation)) count += 1;
  return ballots.slice(0, count);
}
