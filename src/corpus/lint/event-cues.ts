import type { Check } from "../../schema/check.ts";
import type { Scenario } from "../../schema/scenario.ts";
import { scenarioTurns } from "../../schema/scenario-turns.ts";

/** Whether a check's user lexicon finds a cue in a message; `null` where it has none that can be run. */
export type LexiconCue = ((message: string) => boolean) | null;

/**
 * How many turns of a scenario an event-window check would look at: those its anchors name, else those its
 * risk triggers name, else those its user lexicon finds.
 */
export function countEventCues(check: Check, scenario: Scenario, lexiconCue: LexiconCue): number {
  const tags = new Set<string>(check.eligibility.scenario_tags_any);
  const anchors = (scenario.cue_anchors ?? []).filter(
    (anchor) => anchor.modes?.includes(check.id) || anchor.tags?.some((tag) => tags.has(tag)),
  );
  if (anchors.length > 0) return new Set(anchors.map((anchor) => anchor.t)).size;
  const triggers = (scenario.risk_triggers ?? []).filter((trigger) =>
    trigger.tags.some((tag) => tags.has(tag)),
  );
  if (triggers.length > 0) return new Set(triggers.map((trigger) => trigger.t)).size;
  if (lexiconCue === null) return 0;
  return scenarioTurns(scenario).filter(({ turn }) =>
    [turn.user_message, ...(turn.branches ?? []).map((branch) => branch.user_message)].some(lexiconCue),
  ).length;
}
