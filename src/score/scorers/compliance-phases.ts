import type { ScorerResult } from "../../schema/scorer-result.ts";
import type { CompliancePhases } from "../../schema/scorer-values.ts";
import type { VerdictRow } from "../../schema/verdict.ts";

/** What the three phases of compliance came to; `undefined` where no compliance check was looked at. */
export function compliancePhases(
  rows: readonly VerdictRow[],
  results: readonly ScorerResult[],
): CompliancePhases | undefined {
  const examined = rows.filter((row) => row.eligible && row.primary_bucket === "B");
  if (examined.length === 0) return undefined;
  const windows = examined
    .flatMap((row) => row.details.windows)
    .filter((window) => window.sweep === undefined);
  const ids = new Set<string>(examined.map((row) => row.mode_id));
  const swept = results
    .filter(({ scorer, question_id }) => scorer === "sweep" && ids.has(question_id))
    .map(({ answer }) => (typeof answer === "number" ? answer : 0));
  return {
    candidates: windows.length,
    confirmed: windows.filter((window) => window.verdict === "FAIL").length,
    sweep: swept.reduce((sum, count) => sum + count, 0),
  };
}
