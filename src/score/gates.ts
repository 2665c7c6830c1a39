import type { Dimension } from "../schema/ids.ts";
import type { GateStatus } from "../schema/scorecard.ts";
import { isGate, type ScoringConfig } from "../schema/scoring-config.ts";
import type { VerdictRow } from "../schema/verdict.ts";

export interface Gate {
  readonly status: GateStatus;
  /** Eligible gate checks that were looked at. */
  readonly judged: number;
  readonly failed: readonly VerdictRow[];
  readonly unresolved: readonly VerdictRow[];
}

/** Fails closed: a gate check that could not be decided leaves the gate `not_established`, never `passed`. */
export function evaluateGate(
  rows: readonly VerdictRow[],
  dimension: Dimension,
  scoring: ScoringConfig,
): Gate {
  const gateRows = rows.filter(
    (row) => row.eligible && row.primary_bucket === dimension && isGate(row, scoring),
  );
  const failed = gateRows.filter((row) => row.verdict === "FAIL");
  const unresolved = gateRows.filter((row) => row.verdict === "UNCLEAR");
  const status = failed.length > 0 ? "failed" : unresolved.length > 0 ? "not_established" : "passed";
  return { status, judged: gateRows.length, failed, unresolved };
}
