import type { Dimension } from "../schema/ids.ts";
import type { GateStatus } from "../schema/scorecard.ts";
import { isGate, type ScoringConfig } from "../schema/scoring-config.ts";
import type { VerdictRow } from "../schema/verdict.ts";

export interface Gate {
  readonly status: GateStatus;
  /** Gate checks that the conversation's tags call for. */
  readonly called: number;
  readonly failed: readonly VerdictRow[];
  readonly unresolved: readonly VerdictRow[];
}

/**
 * Fails closed: a gate check that could not be decided, or that the scan left out although the tags call for it,
 * leaves the gate `not_established`, never `passed`. That nothing calls for a gate is an author's word on a scenario;
 * of a conversation without one nobody has said it.
 */
export function evaluateGate(
  rows: readonly VerdictRow[],
  dimension: Dimension,
  { scoring, hasScenario }: { readonly scoring: ScoringConfig; readonly hasScenario: boolean },
): Gate {
  const gateRows = rows.filter(
    (row) => (row.eligible || wasLeftOut(row)) && row.primary_bucket === dimension && isGate(row, scoring),
  );
  const failed = gateRows.filter((row) => row.verdict === "FAIL");
  const unresolved = gateRows.filter((row) => row.verdict === "UNCLEAR" || wasLeftOut(row));
  const isOpen = unresolved.length > 0 || (gateRows.length === 0 && !hasScenario);
  const status = failed.length > 0 ? "failed" : isOpen ? "not_established" : "passed";
  return { status, called: gateRows.length, failed, unresolved };
}

function wasLeftOut({ details }: VerdictRow): boolean {
  return details.cause === "not_in_profile";
}
