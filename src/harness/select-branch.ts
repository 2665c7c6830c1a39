import { type Bridge, MAIN_BRANCH, type Turn, UNSURE_BRANCH } from "../schema/corpus/scenario.ts";
import type { Hearing } from "../text/hearing/hear-reply.ts";

export interface BranchChoice {
  readonly branch: Pick<Bridge, "user_message">;
  readonly branchId: string;
  /** The words of the reply that decided: empty if their absence decided, missing if a router chose. */
  readonly evidence?: string;
}

/**
 * Returns the first branch that the previous reply certainly leads to. If none is certain and one is doubtful, returns
 * the turn's bridging message, or its own if it has none. `null` keeps the turn's own message.
 */
export function selectBranch(turn: Turn, previousReply: string, hear: Hearing): BranchChoice | null {
  let doubtful: string | undefined;
  for (const branch of turn.branches ?? []) {
    const { way, evidence } = hear(branch.condition, previousReply);
    if (way === "did") return { branch, branchId: branch.branch_id, evidence };
    if (way === "unsure") doubtful ??= evidence;
  }
  if (doubtful === undefined) return null;
  const branchId = turn.unsure === undefined ? MAIN_BRANCH : UNSURE_BRANCH;
  return { branch: turn.unsure ?? turn, branchId, evidence: doubtful };
}
