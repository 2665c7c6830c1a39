import { type FullVote, type PolicyReplay, replayPolicies } from "../../calibrate/replay-policies.ts";
import { createVoteCollector, type VoteWorth } from "../../calibrate/vote-worth.ts";
import { isGate } from "../../domain/gates.ts";
import { ballotsByWindow } from "../../domain/votes.ts";
import type { ScanPlan } from "../../schema/scan/scan-plan.ts";
import type { VerdictRow } from "../../schema/scan/verdict.ts";
import type { BenchContext } from "../bench-context.ts";
import { apiErrors } from "../errors.ts";
import { judgedAlone, openScan } from "../open-scan.ts";

export interface PolicyCalibration {
  /** Questions with all their votes, and questions that an early stop cut short. */
  readonly questions: number;
  readonly leftOut: number;
  readonly policies: readonly PolicyReplay[];
  /** Worth of a question's votes, by their number. */
  readonly votes: readonly VoteWorth[];
}

/** Replays every repetition policy over the votes that a scan recorded; asks no model. */
export async function calibratePolicies(context: BenchContext, path: string): Promise<PolicyCalibration> {
  const { scan } = await judgedAlone(path, openScan(context, path));
  const [plan, { checks, scoring }] = [await scan.readPlan(), await context.corpus()];
  const full: FullVote[] = [];
  const worth = createVoteCollector(plan, checks, null);
  let leftOut = 0;
  for await (const row of scan.readVerdicts()) {
    const check = checks.get(row.mode_id);
    if (check === undefined) continue;
    worth.add(row);
    for (const ballots of ballotsByWindow(row)) {
      if (ballots.length < plannedVotes(plan, row)) leftOut += 1;
      else full.push({ check, isGate: isGate(check, scoring), ballots });
    }
  }
  if (full.length === 0) throw apiErrors.IB_NO_FULL_VOTES(path);
  return {
    questions: full.length,
    leftOut,
    policies: replayPolicies(full, scoring),
    votes: worth.finish(),
  };
}

/** A question asked once has nothing to stop early. */
function plannedVotes(plan: ScanPlan, row: VerdictRow): number {
  return Math.max(2, plan.votes[row.mode_id]?.repetitions ?? 0);
}
