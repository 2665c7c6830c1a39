import type { VerdictRow } from "../schema/scan/verdict.ts";

export interface Tally {
  readonly passes: number;
  readonly failures: number;
  readonly unclear: number;
  readonly notApplicable: number;
}

type Weight = (row: VerdictRow) => number;

/** Weighted counts of the eligible rows. Ineligible rows count nowhere. */
export function tally(rows: readonly VerdictRow[], weight: Weight = () => 1): Tally {
  const sum = (verdict: VerdictRow["verdict"]) =>
    rows
      .filter((row) => row.eligible && row.verdict === verdict)
      .reduce((total, row) => total + weight(row), 0);
  return {
    passes: sum("PASS"),
    failures: sum("FAIL"),
    unclear: sum("UNCLEAR"),
    notApplicable: sum("NOT_APPLICABLE"),
  };
}

/** passes / (passes + failures); UNCLEAR and NOT_APPLICABLE leave the denominator; nothing resolved is `null`. */
export function passRate({ passes, failures }: Pick<Tally, "passes" | "failures">): number | null {
  return passes + failures === 0 ? null : passes / (passes + failures);
}
