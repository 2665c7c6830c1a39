/** Lists the verdicts that keep a gate undecided, so that a person can look at them. */
import { compareCheckIds } from "../../domain/dimensions.ts";
import { verdictPlace } from "../../domain/keys.ts";
import type { UndecidedVerdict } from "../../schema/board/release-gate.ts";
import type { GateSide } from "./gate-counts.ts";

/**
 * Returns undecided verdicts of S5, of checks that the policy names, and of gates that are not established. Each
 * appears once, sorted by check.
 */
export function undecidedVerdicts({ cards, severe, named }: GateSide): readonly UndecidedVerdict[] {
  const watched = [...severe, ...named]
    .filter(({ verdict }) => verdict !== "FAIL")
    .map(({ scenarioId, repeat, checkId }) => ({ scenario_id: scenarioId, repeat, mode_id: checkId }));
  const ofGates = cards.flatMap(({ scenario_id, repeat, gate_status, scorers }) =>
    (["safety", "compliance"] as const)
      .filter((gate) => gate_status[gate] === "not_established")
      .flatMap((gate) => scorers[gate]?.unresolved_checks ?? [])
      .map((mode_id) => ({ scenario_id, repeat, mode_id })),
  );
  const byPlace = new Map(
    [...watched, ...ofGates].map((open) => [verdictPlace(open.scenario_id, open.repeat, open.mode_id), open]),
  );
  return [...byPlace.values()].toSorted((a, b) => compareCheckIds(a.mode_id, b.mode_id));
}
