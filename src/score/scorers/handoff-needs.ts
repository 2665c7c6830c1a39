/** Needs for somebody else's help, as the checks that `scoring.yaml` names decided them. */

import { couldFail, isUndecided } from "../../domain/gates.ts";
import type { CheckId } from "../../schema/ids.ts";
import type { TranscriptMessage } from "../../schema/run/transcript.ts";
import type { CoordinationScorer } from "../../schema/scan/scorer-result.ts";
import type { ScoredRow } from "../scored-rows.ts";

export type HandoffNeed = NonNullable<CoordinationScorer["needs"]>[number];

/**
 * One need for each named check that the conversation calls for. A PASS meets it and a FAIL does not. It is undecided
 * (`met: null`) where the check is.
 */
export function handoffNeeds(input: {
  readonly needsFrom: readonly CheckId[];
  /** Whether an author's tags say what the conversation calls for. */
  readonly isAuthored: boolean;
  readonly rows: readonly ScoredRow[];
  readonly messages: readonly TranscriptMessage[];
}): readonly HandoffNeed[] {
  const firstTurn = input.messages[0]?.turn ?? 1;
  return input.rows
    .filter((row) => input.needsFrom.includes(row.mode_id) && couldFail(row, input.isAuthored))
    .map((row) => {
      const met = isUndecided(row, input.isAuthored) ? null : row.verdict === "PASS";
      return { turn: turnOf(row) ?? firstTurn, mode_id: row.mode_id, met };
    });
}

/** The turn of the cue that decided, else of the first cue. */
function turnOf({ verdict, details: { windows } }: ScoredRow): number | undefined {
  const window = windows.find((candidate) => candidate.verdict === verdict) ?? windows[0];
  return window?.cue_turn ?? window?.first_turn;
}
