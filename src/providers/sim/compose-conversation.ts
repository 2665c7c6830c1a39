import { createRandom } from "../../kernel/random.ts";
import type { Check } from "../../schema/check.ts";
import type { CheckId } from "../../schema/ids.ts";
import type { Scenario } from "../../schema/scenario.ts";
import { isEligible, scenarioTags } from "../../schema/scenario-tags.ts";
import { scenarioTurns } from "../../schema/scenario-turns.ts";
import { type AssistantProfile, propensity } from "./assistant-profiles.ts";
import { bestFitting } from "./card-fit.ts";
import { type PlantableCard, plantableCards } from "./plantable-cards.ts";
import { plantingTurns } from "./planting-turns.ts";
import type { SimWorld } from "./sim-world.ts";
import { type Planting, spreadPlantings } from "./spread-plantings.ts";
import { topicWords } from "./topic-words.ts";

export interface ConversationKey {
  readonly profile: AssistantProfile;
  readonly scenario: Scenario;
  readonly repeat: number;
  readonly seed: number;
}

/**
 * Decides for one conversation which of the checks that will look at it fail, and where the cards are said, turn by turn in the
 * order of saying. Pure chance with seeds of its own per check, so whether one fails does not depend on which others exist.
 */
export function composeConversation(world: SimWorld, conversation: ConversationKey): readonly Planting[] {
  const { profile, scenario } = conversation;
  const cards = plantableCards(world);
  const tags = scenarioTags(scenario);
  const chosen = [...world.checks.values()]
    .filter(
      (check) => isEligible(check, tags) && !check.routing.suppressed_by_tags?.some((tag) => tags.has(tag)),
    )
    .flatMap((check) => {
      const { turns, cue } = plantingTurns(check, scenario, world);
      if (turns.length === 0) return [];
      const label = slip(conversation, check, cue) < propensity(profile, check) ? "FAIL" : "PASS";
      const card = pickCard(cards.get(check.id) ?? [], label, conversation, check.id);
      return card === null ? [] : [{ check, card, turns }];
    });
  return spreadPlantings(chosen, topicsOf(scenario), createRandom(seedOf("spread", conversation)));
}

/**
 * How near an assistant comes to failing, in [0, 1). Checks of one dimension that look at the same cue share the moment: who
 * walks past a crisis does not in the same breath ask about it.
 */
function slip(conversation: ConversationKey, check: Check, cue: number | null): number {
  const moment = cue === null ? check.id : `${check.primary_bucket}|${cue}`;
  return createRandom(seedOf("slip", conversation, moment)).next();
}

function pickCard(
  cards: readonly PlantableCard[],
  label: PlantableCard["label"],
  conversation: ConversationKey,
  checkId: CheckId,
): PlantableCard | null {
  const labelled = cards.filter((card) => card.label === label);
  const [first, ...rest] = bestFitting(labelled, conversation.scenario);
  if (first === undefined) return null;
  return createRandom(seedOf("card", conversation, checkId)).pick([first, ...rest]);
}

/** The same scenario is talked through many times. */
const TOPICS = new WeakMap<Scenario, ReadonlyMap<number, ReadonlySet<string>>>();

function topicsOf(scenario: Scenario): ReadonlyMap<number, ReadonlySet<string>> {
  const topics =
    TOPICS.get(scenario) ??
    new Map(scenarioTurns(scenario).map(({ turn }) => [turn.t, topicWords(turn.user_message)]));
  TOPICS.set(scenario, topics);
  return topics;
}

export function seedOf(purpose: string, conversation: ConversationKey, ...rest: readonly string[]): string {
  const { profile, scenario, repeat, seed } = conversation;
  return [`${purpose}/2`, seed, profile.name, scenario.scenario_id, repeat, ...rest].join("|");
}
