import { checkSeverity } from "../domain/gates.ts";
import { aggregationOf, ballotsByWindow, votesAlwaysCast, worstOf } from "../domain/votes.ts";
import type { Check } from "../schema/corpus/check.ts";
import type { ScanPlan } from "../schema/scan/scan-plan.ts";
import type { Scorecard } from "../schema/scan/scorecard.ts";
import type { VerdictRow } from "../schema/scan/verdict.ts";
import { scoreTranscript } from "./score-transcript.ts";

/**
 * Scores a conversation by the first vote on each question alone, by the second alone, and so on. Their difference
 * shows how much the chance of a vote affects the score.
 * Returns `null` if some question has no second vote, or has one only because of the first.
 */
export function scoreSingleVotes(
  input: Parameters<typeof scoreTranscript>[0] & { readonly plan: Pick<ScanPlan, "votes"> },
): readonly Scorecard[] | null {
  const { rows, plan, corpus } = input;
  const voted = rows.filter((row) => row.details.votes.length > 0);
  const castAnyway = voted.map((row) => {
    const [planned, check] = [plan.votes[row.mode_id], corpus.checks.get(row.mode_id)];
    if (planned === undefined || check === undefined) return 0;
    const always = votesAlwaysCast(planned.repetitions, planned.policy, aggregationOf(check));
    return Math.min(always, ...ballotsByWindow(row).map((ballots) => ballots.length));
  });
  const votes = castAnyway.length === 0 ? 0 : Math.min(...castAnyway);
  if (votes < 2) return null;
  return Array.from({ length: votes }, (_, vote) =>
    scoreTranscript({
      ...input,
      rows: rows.map((row) => decidedBy(row, vote + 1, corpus.checks.get(row.mode_id))),
    }),
  );
}

/** Returns a row as decided by one vote on each of its windows. A void vote decides nothing. */
function decidedBy(row: VerdictRow, repetition: number, check: Check | undefined): VerdictRow {
  if (row.details.votes.length === 0) return row;
  const windows = row.details.windows.map((window, index) => {
    const vote = row.details.votes.find((each) => each.window === index && each.repetition === repetition);
    if (vote === undefined) return window;
    const { weight: _, ...others } = window;
    const isLesser = vote.verdict === "FAIL" && vote.weight === "lesser";
    const weight = isLesser ? { weight: "lesser" as const } : {};
    return { ...others, ...weight, verdict: vote.verdict ?? ("UNCLEAR" as const) };
  });
  const worst = worstOf(windows) ?? row;
  const { lesser: _, ...details } = row.details;
  const of = checkSeverity(row);
  const lesserSeverity = "weight" in worst ? check?.lesser?.severity : undefined;
  return {
    ...row,
    verdict: worst.verdict,
    severity: lesserSeverity ?? of,
    details: { ...details, windows, ...(lesserSeverity === undefined ? {} : { lesser: { of } }) },
  };
}
