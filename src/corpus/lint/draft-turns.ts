import type { Scenario, Turn } from "../../schema/scenario.ts";
import type { Salvaged } from "../salvage.ts";
import type { SourcePath } from "../source-node.ts";

export interface DraftTurn {
  /** `undefined` where the whole turn was refused. */
  readonly turn: Salvaged<Turn> | undefined;
  readonly path: SourcePath;
  /** Its own number, or the one it would have if it could be read. */
  readonly t: number;
  /** Which of the sessions it is in, from 0; `null` in a scenario without sessions. */
  readonly sessionIndex: number | null;
}

/** A draft's turns in order, whether they stand alone or in sessions. */
export function draftTurns(scenario: Salvaged<Scenario>): readonly DraftTurn[] {
  const turns: DraftTurn[] = [];
  let previous = 0;
  const add = (turn: Salvaged<Turn> | undefined, path: SourcePath, sessionIndex: number | null): void => {
    previous = turn?.t ?? previous + 1;
    turns.push({ turn, path, t: previous, sessionIndex });
  };
  if (scenario.sessions === undefined) {
    for (const [index, turn] of (scenario.turns ?? []).entries()) add(turn, ["turns", index], null);
  }
  for (const [sessionIndex, session] of (scenario.sessions ?? []).entries()) {
    for (const [index, turn] of (session?.turns ?? []).entries()) {
      add(turn, ["sessions", sessionIndex, "turns", index], sessionIndex);
    }
  }
  return turns;
}
