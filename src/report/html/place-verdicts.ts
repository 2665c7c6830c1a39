import type { Verdict, VerdictRow } from "../../schema/verdict.ts";
import { compareCheckIds } from "../compare-check-ids.ts";

const WORST_FIRST: Readonly<Record<Verdict, number>> = { FAIL: 0, UNCLEAR: 1, PASS: 2, NOT_APPLICABLE: 3 };

export interface PlacedVerdicts {
  readonly byTurn: ReadonlyMap<number, readonly VerdictRow[]>;
  /** What belongs to no turn in particular. */
  readonly whole: readonly VerdictRow[];
  readonly notEligible: number;
}

/** Each eligible verdict at one turn: where its evidence stands, else where its window's cue does. */
export function placeVerdicts(rows: readonly VerdictRow[], turns: ReadonlySet<number>): PlacedVerdicts {
  const eligible = rows
    .filter((row) => row.eligible)
    .sort((a, b) => WORST_FIRST[a.verdict] - WORST_FIRST[b.verdict] || compareCheckIds(a.mode_id, b.mode_id));
  const placed = Map.groupBy(eligible, (row) => {
    const turn = homeTurn(row);
    return turn !== undefined && turns.has(turn) ? turn : 0;
  });
  const whole = placed.get(0) ?? [];
  placed.delete(0);
  return { byTurn: placed, whole, notEligible: rows.length - eligible.length };
}

function homeTurn({ verdict, evidence, details }: VerdictRow): number | undefined {
  const said = evidence.find(({ role }) => role === "assistant") ?? evidence[0];
  if (said !== undefined) return said.turn;
  const window = details.windows.find((candidate) => candidate.verdict === verdict);
  return window?.unit === "session_state" ? undefined : (window?.cue_turn ?? window?.last_turn);
}
