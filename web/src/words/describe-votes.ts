import type { Finding } from "../../../src/schema/site-index.ts";

/** Who decided: "3 of 3 votes to fail", or the word list where nobody voted. */
export function describeVotes({
  votes_to_fail,
  votes_planned,
}: Pick<Finding, "votes_to_fail" | "votes_planned">) {
  return votes_planned === 0
    ? "decided by word list"
    : `${votes_to_fail} of ${votes_planned} ${votes_planned === 1 ? "vote" : "votes"} to fail`;
}
