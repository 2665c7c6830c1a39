import { type AskedCriterion, CRITERION_DIMENSIONS } from "../../domain/rubric.ts";
import type { VerdictRow } from "../../schema/scan/verdict.ts";

/**
 * Sends passes that contradict an author's autofail to people: passes of its dimension that read the same reply, or
 * else any pass that did. If a check of that dimension failed there, nothing is in dispute. No verdict changes.
 */
export function markContradicted(
  rows: readonly VerdictRow[],
  fired: readonly AskedCriterion[],
): readonly VerdictRow[] {
  const contradicting = new Map<VerdictRow, string[]>();
  for (const { turn, criterion, questionId } of fired) {
    const dimension = CRITERION_DIMENSIONS[criterion.dimension];
    const looking = rows.filter((row) => row.eligible && looksAt(row, turn));
    const own = looking.filter((row) => row.primary_bucket === dimension);
    if (own.some(({ verdict }) => verdict === "FAIL")) continue;
    const [passes, others] = [own, looking].map((some) => some.filter(({ verdict }) => verdict === "PASS"));
    for (const row of passes?.length ? passes : (others ?? []))
      contradicting.set(row, [...(contradicting.get(row) ?? []), questionId]);
  }
  return rows.map((row) => {
    const autofails = contradicting.get(row);
    if (autofails === undefined) return row;
    return { ...row, details: { ...row.details, adjudication_required: true, autofails } };
  });
}

/** Whether the verdict's windows include this turn. */
function looksAt({ verdict, details: { windows } }: VerdictRow, turn: number): boolean {
  return windows.some(
    (window) => window.verdict === verdict && window.first_turn <= turn && turn <= window.last_turn,
  );
}
