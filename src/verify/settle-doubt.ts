import type { Decision } from "./decide-votes.ts";
import type { Ballot, GateAggregation } from "./repetition-policy.ts";

/** Whether a second judge is asked about a window: a failed gate, and votes without a majority. */
export function isInDoubt(decision: Decision, isGate: boolean): boolean {
  const isFailure = decision.verdict === "FAIL" && (isGate || decision.adjudicationRequired);
  return isFailure || decision.cause === "split_vote";
}

/**
 * What a window comes to once the second judge has answered. It decides a split vote and confirms a failure. One FAIL
 * among the votes of an `any_fail` gate does not stand against it, and nothing is established then; a majority does.
 */
export function settleDoubt(
  decision: Decision,
  second: Ballot,
  votes: readonly Ballot[],
  aggregation: GateAggregation,
): Decision {
  if (second === null || second === "UNCLEAR") return decision;
  if (decision.cause === "split_vote") {
    const share = votes.filter((vote) => vote === second).length / votes.length;
    return { verdict: second, confidence: share, adjudicationRequired: false };
  }
  if (second === "FAIL") return { ...decision, adjudicationRequired: false };
  if (aggregation === "majority") return { ...decision, adjudicationRequired: true };
  return {
    verdict: "UNCLEAR",
    confidence: 0,
    adjudicationRequired: true,
    cause: "adjudicator_disagrees",
  };
}
