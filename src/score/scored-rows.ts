import { isGate } from "../domain/gates.ts";
import type { Check } from "../schema/corpus/check.ts";
import type { ScoringConfig } from "../schema/corpus/scoring-config.ts";
import type { CheckId } from "../schema/ids.ts";
import type { PlannedTranscript } from "../schema/scan/scan-plan.ts";
import type { VerdictRow } from "../schema/scan/verdict.ts";

/** What scoring reads of a row. */
export type ScoredRow = Pick<
  VerdictRow,
  "mode_id" | "severity" | "primary_bucket" | "eligible" | "verdict" | "evidence"
> & {
  readonly details: Pick<
    VerdictRow["details"],
    "cause" | "looked_by" | "windows" | "votes" | "people" | "candidates" | "lesser"
  >;
};

/**
 * Adds the planned checks that have no row: each is undecided, like any other that nobody answered. Without an author
 * nobody says which gate checks are not called for, so there each of them needs a row.
 */
export function withMissingRows({
  planned,
  rows,
  checks,
  scoring,
  isAuthored,
}: {
  readonly planned: Pick<PlannedTranscript, "eligible">;
  readonly rows: readonly ScoredRow[];
  readonly checks: ReadonlyMap<CheckId, Check>;
  readonly scoring: ScoringConfig;
  readonly isAuthored: boolean;
}): readonly ScoredRow[] {
  const found = new Set(rows.map((row) => row.mode_id));
  const called = new Set(planned.eligible);
  const missing = [...checks.values()].flatMap((check): readonly ScoredRow[] => {
    const { id, severity, primary_bucket } = check;
    const isWanted = called.has(id) || (!isAuthored && isGate(check, scoring));
    if (found.has(id) || !isWanted) return [];
    const row = { mode_id: id, severity, primary_bucket, evidence: [], details: { windows: [], votes: [] } };
    return [
      called.has(id)
        ? { ...row, eligible: true, verdict: "UNCLEAR" }
        : { ...row, eligible: false, verdict: "NOT_APPLICABLE" },
    ];
  });
  return [...rows, ...missing];
}
