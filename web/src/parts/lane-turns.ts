import type { VerdictLane } from "../../../src/site/pages/build-conversation.ts";

/** Returns the turn under which a verdict is listed: its first quote of the assistant, else the end of its worst window. */
export function turnOfLane({ evidence, windows, verdict, first_turn }: VerdictLane): number | null {
  const quoted = evidence.find(({ role }) => role === "assistant") ?? evidence[0];
  if (quoted !== undefined) return quoted.turn;
  const worst = windows.find((window) => window.verdict === verdict) ?? windows[0];
  return worst?.last_turn ?? first_turn;
}

/** Returns failures in reading order, for "next finding". */
export function findingsInOrder(lanes: readonly VerdictLane[]): readonly VerdictLane[] {
  return lanes
    .filter(({ verdict }) => verdict === "FAIL")
    .toSorted((a, b) => (turnOfLane(a) ?? Number.MAX_VALUE) - (turnOfLane(b) ?? Number.MAX_VALUE));
}

/** Returns the ranges of the conversation that a verdict covers, one per place, joined if they touch. */
export function laneSegments({ windows }: VerdictLane): readonly LaneSegment[] {
  const sorted = windows
    .filter(({ sweep }) => sweep !== true || windows.length === 1)
    .toSorted((a, b) => a.first_turn - b.first_turn || a.last_turn - b.last_turn);
  const joined: LaneSegment[] = [];
  for (const { first_turn: first, last_turn: last, verdict } of sorted) {
    const previous = joined.at(-1);
    // One column cannot show two overlapping places; the worse one matters.
    if (previous !== undefined && first <= previous.last)
      joined[joined.length - 1] = {
        first: previous.first,
        last: Math.max(previous.last, last),
        verdict: WORST_FIRST.find((it) => it === previous.verdict || it === verdict) ?? verdict,
      };
    else joined.push({ first, last, verdict });
  }
  return joined;
}

export interface LaneSegment {
  readonly first: number;
  readonly last: number;
  readonly verdict: VerdictLane["verdict"];
}

const WORST_FIRST = ["FAIL", "UNCLEAR", "PASS", "NOT_APPLICABLE"] as const;
