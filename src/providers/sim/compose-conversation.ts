import { SAID_IN_ORDER } from "../../domain/dimensions.ts";
import { isEligible, scenarioTags, scenarioTurns } from "../../domain/scenarios.ts";
import { createRandom, type Random } from "../../kernel/random.ts";
import type { Check } from "../../schema/corpus/check.ts";
import type { ProductProfile } from "../../schema/corpus/duty.ts";
import type { Scenario } from "../../schema/corpus/scenario.ts";
import type { CheckId } from "../../schema/ids.ts";
import { lawReadOn, whyNotCalledFor } from "../../text/duties/which-duties.ts";
import type { SimWorld } from "../assistant-profiles.ts";
import { type AssistantProfile, propensity } from "../assistant-profiles.ts";
import { bestFitting, plantingTurns } from "./card-fit.ts";
import { type PlantableCard, plantableCards, topicWords } from "./plantable-cards.ts";

export interface SimConversation {
  readonly profile: AssistantProfile;
  readonly scenario: Scenario;
  readonly repeat: number;
  readonly seed: number;
  /** What the assistant was told that it is offered as. */
  readonly product?: ProductProfile | undefined;
}

/**
 * Decides for one conversation which of the checks that will look at it fail, and where the cards are said, turn by turn in the
 * order of saying. Pure chance with seeds of its own per check, so whether one fails does not depend on which others exist.
 */
export function composeConversation(world: SimWorld, conversation: SimConversation): readonly Planting[] {
  const { profile, scenario, product } = conversation;
  const cards = plantableCards(world);
  const tags = scenarioTags(scenario);
  const dutyCase = { rules: world.rules, product, asOf: lawReadOn(world.rules) };
  const chosen = [...world.checks.values()]
    .filter(
      (check) =>
        isEligible(check, tags) &&
        whyNotCalledFor(check, dutyCase) === null &&
        !check.routing.suppressed_by_tags?.some((tag) => tags.has(tag)),
    )
    .flatMap((check) => {
      const { turns, cue } = plantingTurns(check, scenario, world);
      if (turns.length === 0) return [];
      const label = failureDraw(conversation, check, cue) < propensity(profile, check) ? "FAIL" : "PASS";
      const card = pickCard(cards.get(check.id) ?? [], label, conversation, check.id);
      return card === null ? [] : [{ check, card, turns }];
    });
  return spreadPlantings(chosen, topicsOf(scenario), createRandom(seedOf("spread", conversation)));
}

/**
 * How near an assistant comes to failing, in [0, 1). Checks of one dimension that look at the same cue share the moment: who
 * walks past a crisis does not in the same breath ask about it.
 */
function failureDraw(conversation: SimConversation, check: Check, cue: number | null): number {
  const moment = cue === null ? check.id : `${check.primary_bucket}|${cue}`;
  return createRandom(seedOf("slip", conversation, moment)).next();
}

function pickCard(
  cards: readonly PlantableCard[],
  label: PlantableCard["label"],
  conversation: SimConversation,
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

export function seedOf(purpose: string, conversation: SimConversation, ...rest: readonly string[]): string {
  const { profile, scenario, repeat, seed } = conversation;
  return [`${purpose}/2`, seed, profile.name, scenario.scenario_id, repeat, ...rest].join("|");
}

/** One card said in one turn: a planted failure, or a planted good answer. */
interface Planting {
  readonly checkId: CheckId;
  readonly turn: number;
  readonly card: PlantableCard;
}

interface ChosenCard {
  readonly check: Check;
  readonly card: PlantableCard;
  /** Where the check would see it. */
  readonly turns: readonly number[];
}

/** In characters of reply that one would rather put up with than the thing. */
const CONTRADICTION = 1000;
const TWO_OPENINGS = 2000;
const UNEVENNESS = 150;
const SHARED_TOPIC = 120;

/**
 * Gives each card a turn: those with little choice first, each to a turn with little in it where its subject came up, and away
 * from a card of its own dimension with the other label, since the two would contradict each other.
 */
function spreadPlantings(
  chosen: readonly ChosenCard[],
  topicsByTurn: ReadonlyMap<number, ReadonlySet<string>>,
  random: Random,
): readonly Planting[] {
  const shared = ({ card }: ChosenCard, turn: number) =>
    card.topics.intersection(topicsByTurn.get(turn) ?? new Set()).size;
  const placed = new Map<number, ChosenCard[]>();
  for (const item of chosen.toSorted((a, b) => a.turns.length - b.turns.length)) {
    const costs = item.turns.map((turn) => ({
      turn,
      cost:
        costOf(item, placed.get(turn) ?? []) - shared(item, turn) * SHARED_TOPIC + random.next() * UNEVENNESS,
    }));
    const best = costs.reduce((least, other) => (other.cost < least.cost ? other : least));
    placed.set(best.turn, [...(placed.get(best.turn) ?? []), item]);
  }
  return [...placed]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([turn, items]) =>
      items.toSorted(inOrderOfSaying).map(({ check, card }) => ({ checkId: check.id, turn, card })),
    );
}

function costOf(item: ChosenCard, there: readonly ChosenCard[]): number {
  return there.reduce((cost, other) => {
    const contradicts =
      other.check.primary_bucket === item.check.primary_bucket && other.card.label !== item.card.label;
    const bothOpen = other.card.mustOpen && item.card.mustOpen;
    return cost + other.card.reply.length + (contradicts ? CONTRADICTION : 0) + (bothOpen ? TWO_OPENINGS : 0);
  }, 0);
}

function inOrderOfSaying(a: ChosenCard, b: ChosenCard): number {
  const place = ({ check }: ChosenCard) => SAID_IN_ORDER.indexOf(check.primary_bucket);
  return Number(b.card.mustOpen) - Number(a.card.mustOpen) || place(a) - place(b);
}
