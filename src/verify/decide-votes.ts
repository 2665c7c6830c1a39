import type { Verdict, VerdictCause } from "../schema/verdict.ts";
import type { Ballot, GateAggregation } from "./repetition-policy.ts";

export interface Decision {
  readonly verdict: Verdict;
  /** Winning votes / votes planned. */
  readonly confidence: number;
  readonly adjudicationRequired: boolean;
  readonly cause?: VerdictCause;
}

const VERDICTS: readonly Verdict[] = ["FAIL", "UNCLEAR", "PASS", "NOT_APPLICABLE"];

/**
 * What the votes come to. A strict majority of the votes planned decides; a policy that stopped early made the
 * votes cast the number planned, so `planned` is `cast.length` unless votes are missing.
 */
export function decideVotes(cast: readonly Ballot[], aggregation: GateAggregation): Decision {
  const planned = cast.length;
  const count = (verdict: Ballot) => cast.filter((ballot) => ballot === verdict).length;
  const share = (verdict: Ballot) => (planned === 0 ? 0 : count(verdict) / planned);

  if (aggregation === "any_fail" && count("FAIL") > 0) {
    return { verdict: "FAIL", confidence: share("FAIL"), adjudicationRequired: true };
  }
  const winner = VERDICTS.find((verdict) => count(verdict) > planned / 2);
  if (winner === "UNCLEAR") {
    return {
      verdict: winner,
      confidence: share(winner),
      adjudicationRequired: true,
      cause: "judged_unclear",
    };
  }
  if (winner !== undefined)
    return { verdict: winner, confidence: share(winner), adjudicationRequired: false };
  const cause = count(null) > planned / 2 ? "void_votes" : "split_vote";
  return { verdict: "UNCLEAR", confidence: 0, adjudicationRequired: true, cause };
}
