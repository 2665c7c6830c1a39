import { isGate } from "../domain/gates.ts";
import type { Check } from "../schema/corpus/check.ts";
import type { ScoringConfig } from "../schema/corpus/scoring-config.ts";
import type { CheckId } from "../schema/ids.ts";
import type { PlannedTranscript } from "../schema/scan/scan-plan.ts";
import type { VerdictRow } from "../schema/scan/verdict.ts";

/** Fields of a row that scoring reads. */
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
 * Adds an undecided row for each planned check without one. Without an author it is unknown which gate checks do not
 * apply, so each gate check needs a row.
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
