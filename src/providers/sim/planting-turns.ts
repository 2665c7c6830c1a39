import { scenarioTurns } from "../../domain/scenarios.ts";
import type { Check } from "../../schema/corpus/check.ts";
import { MAIN_BRANCH, type Scenario } from "../../schema/corpus/scenario.ts";
import type { SimWorld } from "../sim-world.ts";

/** Where in a conversation a check is certain to look. */
export interface PlantingTurns {
  readonly turns: readonly number[];
  /** The first cue, where a cue decides; checks that share it are answered in one breath. */
  readonly cue: number | null;
}

/**
 * The turns whose reply a check sees however the conversation branches. None where that cannot be said beforehand (no cue, or
 * a cue in a branch that may not be taken): nothing is planted there, so that the truth is never wrong.
 */
export function plantingTurns(check: Check, scenario: Scenario, world: SimWorld): PlantingTurns {
  const all = scenarioTurns(scenario).map(({ turn }) => turn.t);
  switch (check.routing.unit_of_analysis) {
    case "turn_level":
      return { turns: all, cue: null };
    case "session_state":
      // What a whole conversation shows, it shows towards the end.
      return { turns: all.slice(-Math.ceil(all.length / 3)), cue: null };
    case "event_window": {
      const cues = certainCues(check, scenario, world) ?? [];
      return { turns: cues, cue: cues[0] ?? null };
    }
    case "local_exchange": {
      const cues = certainCues(check, scenario, world);
      if (cues === null) return { turns: all, cue: null };
      return { turns: cues, cue: cues[0] ?? null };
    }
  }
}

interface AuthoredCue {
  readonly t: number;
  readonly branch_id?: string | undefined;
}

/** Cues as `findCues` will see them, as far as they hold in every branch; `null` where there is none in any. */
function certainCues(check: Check, scenario: Scenario, world: SimWorld): readonly number[] | null {
  const wanted = new Set<string>(check.eligibility.scenario_tags_any);
  const anchors = (scenario.cue_anchors ?? []).filter(
    (anchor) => anchor.modes?.includes(check.id) || anchor.tags?.some((tag) => wanted.has(tag)),
  );
  if (anchors.length > 0) return turnsInEveryBranch(anchors, scenario);
  const triggers = (scenario.risk_triggers ?? []).filter((trigger) =>
    trigger.tags.some((tag) => wanted.has(tag)),
  );
  if (triggers.length > 0) return turnsInEveryBranch(triggers, scenario);
  return flaggedTurns(check, scenario, world);
}

function turnsInEveryBranch(cues: readonly AuthoredCue[], scenario: Scenario): readonly number[] {
  const branching = new Map(scenarioTurns(scenario).map(({ turn }) => [turn.t, turn.branches !== undefined]));
  const held = cues.filter(
    ({ t, branch_id }) =>
      branching.has(t) &&
      (branch_id === undefined || (branch_id === MAIN_BRANCH && branching.get(t) === false)),
  );
  return inOrder(held.map(({ t }) => t));
}

function flaggedTurns(check: Check, scenario: Scenario, world: SimWorld): readonly number[] | null {
  const name = "deterministic_precheck" in check.routing ? check.routing.deterministic_precheck : undefined;
  if (name === undefined || world.lexicons.get(name)?.role !== "user") return null;
  const only = new Set([name]);
  const isFlagged = (text: string) => world.matcher.find(text, "user", only).length > 0;
  const turns = scenarioTurns(scenario).map(({ turn }) => turn);
  const messages = turns.flatMap((turn) => [
    turn.user_message,
    ...(turn.branches ?? []).map((b) => b.user_message),
  ]);
  if (!messages.some(isFlagged)) return null;
  return inOrder(
    turns.filter((turn) => turn.branches === undefined && isFlagged(turn.user_message)).map((turn) => turn.t),
  );
}

function inOrder(turns: readonly number[]): readonly number[] {
  return [...new Set(turns)].toSorted((a, b) => a - b);
}
