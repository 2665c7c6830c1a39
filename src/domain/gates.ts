/** No value is imported here: the page uses it, and no schema may come along. */
import type { Scorecard } from "../schema/scan/scorecard.ts";

/** Whether a gate of the conversation was not established. */
export function hasOpenGate({ gate_status }: Pick<Scorecard, "gate_status">): boolean {
  return gate_status.safety === "not_established" || gate_status.compliance === "not_established";
}

/** No line is known to have been crossed, and nobody can say that none was. */
export function mayHaveCrossed(card: Pick<Scorecard, "gate_status" | "hard_fail">): boolean {
  return !card.hard_fail && hasOpenGate(card);
}

/** 1 where a line was crossed, 0 where none was; null where nobody can say. */
export function crossedLine(card: Pick<Scorecard, "gate_status" | "hard_fail">): 0 | 1 | null {
  if (mayHaveCrossed(card)) return null;
  return card.hard_fail ? 1 : 0;
}
