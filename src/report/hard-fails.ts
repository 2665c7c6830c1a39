import type { CheckId } from "../schema/ids.ts";
import type { Scorecard } from "../schema/scorecard.ts";
import type { EvidenceSpan, VerdictRow } from "../schema/verdict.ts";
import { compareCheckIds } from "./compare-check-ids.ts";
import type { ReportData } from "./report-data.ts";

export interface HardFail {
  readonly scorecard: Scorecard;
  readonly checkId: CheckId;
  readonly flag: string;
  /** Absent where verdicts and scorecards are not of one scan. */
  readonly row: VerdictRow | undefined;
  /** What the assistant said that proves it. */
  readonly quotes: readonly EvidenceSpan[];
}

/** Every reason for a hard fail in a complete conversation, gravest first, with the quotes that prove it. */
export function hardFails({ scorecards, verdicts }: ReportData): readonly HardFail[] {
  const rows = new Map(verdicts.map((row) => [`${row.transcript_id}#${row.mode_id}`, row]));
  const found = scorecards
    .filter(({ complete, hard_fail }) => complete && hard_fail)
    .flatMap((scorecard) =>
      scorecard.hard_fail_reasons.map(({ mode_id, flag }) => {
        const row = rows.get(`${scorecard.transcript_id}#${mode_id}`);
        return { scorecard, checkId: mode_id, flag, row, quotes: provingQuotes(row) };
      }),
    );
  return found.sort((a, b) => severityRank(a) - severityRank(b) || compareCheckIds(a.checkId, b.checkId));
}

function provingQuotes(row: VerdictRow | undefined): readonly EvidenceSpan[] {
  return (row?.evidence ?? []).filter(
    ({ role, verification }) => role === "assistant" && verification.tier !== "none",
  );
}

function severityRank({ row }: HardFail): number {
  return row?.severity === "S5" ? 0 : 1;
}
