import type { Check } from "../schema/corpus/check.ts";
import type { CheckId } from "../schema/ids.ts";
import type { PlannedTranscript } from "../schema/scan/scan-plan.ts";
import type { VerdictRow } from "../schema/scan/verdict.ts";

/** What scoring reads of a row. */
export type ScoredRow = Pick<
  VerdictRow,
  "mode_id" | "severity" | "primary_bucket" | "eligible" | "verdict"
> & {
  readonly details: Pick<
    VerdictRow["details"],
    "cause" | "looked_by" | "windows" | "votes" | "people" | "candidates"
  >;
};

/** Adds the planned checks that have no row: each is undecided, like any other that nobody answered. */
export function withMissingRows({
  planned,
  rows,
  checks,
}: {
  readonly planned: Pick<PlannedTranscript, "eligible">;
  readonly rows: readonly ScoredRow[];
  readonly checks: ReadonlyMap<CheckId, Check>;
}): readonly ScoredRow[] {
  const found = new Set(rows.map((row) => row.mode_id));
  const missing = planned.eligible.flatMap((id): ScoredRow[] => {
    const check = checks.get(id);
    if (found.has(id) || check === undefined) return [];
    const { severity, primary_bucket } = check;
    const details = { windows: [], votes: [] };
    return [{ mode_id: id, severity, primary_bucket, eligible: true, verdict: "UNCLEAR", details }];
  });
  return [...rows, ...missing];
}
