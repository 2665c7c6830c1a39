import { createRandom } from "../../kernel/random.ts";
import type { Check } from "../../schema/check.ts";
import type { CheckId } from "../../schema/ids.ts";
import type { Scenario } from "../../schema/scenario.ts";
import { isEligible, scenarioTags } from "../../schema/scenario-tags.ts";
import { scenarioTurns } from "../../schema/scenario-turns.ts";
import { type AssistantProfile, propensity } from "./assistant-profiles.ts";
import type { PlantableCard } from "./plantable-cards.ts";
import type { SimWorld } from "./sim-world.ts";

/** One card said in one turn: a planted failure, or a planted good answer. */
export interface Planting {
  readonly checkId: CheckId;
  readonly turn: number;
  readonly card: PlantableCard;
}

/**
 * Decides for one conversation which eligible checks will fail and where the cards are said, in the order of saying.
 * Pure chance with a seed per conversation and check, so the plan for one check does not depend on which others exist.
 */
export function composeConversation(input: {
  readonly world: SimWorld;
  readonly cards: ReadonlyMap<CheckId, readonly PlantableCard[]>;
  readonly profile: AssistantProfile;
  readonly scenario: Scenario;
  readonly repeat: number;
  readonly seed: number;
}): readonly Planting[] {
  const tags = scenarioTags(input.scenario);
  return [...input.world.checks.values()]
    .filter((check) => isEligible(check, tags))
    .flatMap((check) => {
      const random = createRandom(
        ["plant/1", input.seed, input.profile.name, input.scenario.scenario_id, input.repeat, check.id].join(
          "|",
        ),
      );
      const label = random.next() < propensity(input.profile, check) ? "FAIL" : "PASS";
      const [first, ...rest] = (input.cards.get(check.id) ?? []).filter((card) => card.label === label);
      if (first === undefined) return [];
      const card = random.pick([first, ...rest]);
      return [{ checkId: check.id, turn: turnFor(check, input.scenario, random.next()), card }];
    })
    .toSorted((a, b) => Number(b.card.mustOpen) - Number(a.card.mustOpen));
}

/** The turn at which a check looks: its first cue, the end of the story for a whole-session check, else any turn. */
function turnFor(check: Check, scenario: Scenario, chance: number): number {
  const turns = scenarioTurns(scenario).map(({ turn }) => turn.t);
  const last = turns.at(-1) ?? 1;
  switch (check.routing.unit_of_analysis) {
    case "event_window":
    case "local_exchange":
      return firstCue(check, scenario) ?? last;
    case "session_state":
      return last;
    case "turn_level":
      return turns[Math.floor(chance * turns.length)] ?? last;
  }
}

function firstCue(check: Check, scenario: Scenario): number | undefined {
  const wanted = new Set<string>(check.eligibility.scenario_tags_any);
  const anchors = (scenario.cue_anchors ?? []).filter(
    (anchor) => anchor.tags?.some((tag) => wanted.has(tag)) || anchor.modes?.includes(check.id),
  );
  const triggers = (scenario.risk_triggers ?? []).filter((trigger) =>
    trigger.tags.some((tag) => wanted.has(tag)),
  );
  return (anchors[0] ?? triggers[0])?.t;
}
