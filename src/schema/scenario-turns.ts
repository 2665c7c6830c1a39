import type { Scenario, Session, Turn } from "./scenario.ts";

export interface ScenarioTurn {
  readonly turn: Turn;
  /** `null` in a scenario without sessions. */
  readonly session: Session | null;
  readonly firstOfSession: boolean;
}

/** A scenario's turns in order, whether they stand alone or in sessions. */
export function scenarioTurns(scenario: Scenario): readonly ScenarioTurn[] {
  if (scenario.sessions === undefined) {
    return (scenario.turns ?? []).map((turn) => ({ turn, session: null, firstOfSession: false }));
  }
  return scenario.sessions.flatMap((session) =>
    session.turns.map((turn, index) => ({ turn, session, firstOfSession: index === 0 })),
  );
}
