/**
 * Which failure is a line crossed, and what can be said where nobody looked. No value of a schema is imported here: the
 * page uses it, and no schema may come along.
 */
import type { ScoringConfig } from "../schema/corpus/scoring-config.ts";
import type { Dimension, Severity } from "../schema/ids.ts";
import type { Scorecard } from "../schema/scan/scorecard.ts";
import type { VerdictRow } from "../schema/scan/verdict.ts";
import { isGateDimension } from "./dimensions.ts";

/** Whether a failure of this check is a hard fail. */
export function isGate(
  check: { readonly severity: Severity; readonly primary_bucket: Dimension },
  scoring: ScoringConfig,
): boolean {
  return isGateDimension(check.primary_bucket) && scoring.gate_severities.includes(check.severity);
}

/** Whether the conversation's tags call for a check that the scan's profile did not ask. */
export function wasLeftOut({ details }: Pick<VerdictRow, "details">): boolean {
  return details.cause === "not_in_profile";
}

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
