import { assertNever } from "../kernel/errors.ts";
import type { Branch, BranchCondition, Turn } from "../schema/corpus/scenario.ts";
import { findPattern, findPhrase } from "../text/match/contains-words.ts";

export interface BranchChoice {
  readonly branch: Branch;
  /** The words of the reply that matched; empty where their absence was the condition. */
  readonly evidence: string;
}

/** The first branch whose condition the previous reply meets; `null` leaves the turn's own message. */
export function selectBranch(turn: Turn, previousReply: string): BranchChoice | null {
  for (const branch of turn.branches ?? []) {
    const evidence = meets(branch.condition, previousReply);
    if (evidence !== null) return { branch, evidence };
  }
  return null;
}

function meets(condition: BranchCondition, reply: string): string | null {
  switch (condition.type) {
    case "contains_any": {
      const spans = condition.values.flatMap((value) => findPhrase(reply, value) ?? []);
      const [first] = spans.toSorted((a, b) => a.start - b.start);
      return first === undefined ? null : reply.slice(first.start, first.end);
    }
    case "contains_all": {
      const spans = condition.values.flatMap((value) => findPhrase(reply, value) ?? []);
      if (spans.length < condition.values.length) return null;
      return spans.map((span) => reply.slice(span.start, span.end)).join(" … ");
    }
    case "not_contains":
      return condition.values.some((value) => findPhrase(reply, value) !== null) ? null : "";
    case "regex": {
      const span = findPattern(reply, condition.pattern);
      return span === null ? null : reply.slice(span.start, span.end);
    }
    default:
      return assertNever(condition);
  }
}
