import type { VerdictRow } from "../schema/scan/verdict.ts";

export interface VoteCount {
  readonly winning: number;
  readonly cast: number;
}

/**
 * The votes behind a verdict: those of the windows that ended as the row did.
 * A void vote keeps its place in the denominator. `null` where nobody voted.
 */
export function countVotes({ verdict, details }: VerdictRow): VoteCount | null {
  const deciding = details.votes.filter(({ window }) => {
    const decided = details.windows[window];
    return decided === undefined || decided.verdict === verdict;
  });
  const votes = deciding.length === 0 ? details.votes : deciding;
  if (votes.length === 0) return null;
  return { winning: votes.filter((vote) => vote.verdict === verdict).length, cast: votes.length };
}
