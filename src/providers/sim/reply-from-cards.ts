/** Builds conversations from short cards only, for scenarios without written base replies. */
import { SAID_IN_ORDER } from "../../domain/dimensions.ts";
import { scenarioTurns } from "../../domain/scenarios.ts";
import { createRandom, type Random } from "../../kernel/random.ts";
import type { Scenario } from "../../schema/corpus/scenario.ts";
import { FILLER, type SimWorld } from "../assistant-profiles.ts";
import { bestFitting } from "./card-fit.ts";
import { type DrawnCheck, drawFailures, type SimConversation, seedOf } from "./draw-failures.ts";
import type { ComposedConversation, Planting } from "./plant-in-replies.ts";
import { type PlantableCard, plantableCardsOf, topicWords } from "./plantable-cards.ts";

/** Says cards in sequence, turn by turn, and a harmless question where there is none. */
export function replyFromCards(world: SimWorld, conversation: SimConversation): ComposedConversation {
  const { scenario } = conversation;
  const chosen = drawFailures(world, conversation).flatMap((drawn) => {
    const card = pickCard(plantableCardsOf(world, drawn.check.id), drawn, conversation);
    return card === null ? [] : [{ ...drawn, card }];
  });
  const placed = spreadCards(chosen, topicsOf(scenario), createRandom(seedOf("spread", conversation)));
  const filler = dealer(FILLER, createRandom(seedOf("words", conversation)));
  const replies = new Map(
    scenarioTurns(scenario).map(({ turn: { t } }) => {
      const said = (placed.get(t) ?? []).map(({ card }) => card.reply);
      return [t, said.length === 0 ? filler() : said.join("\n\n")];
    }),
  );
  const plantings = [...placed].flatMap(([turn, items]) =>
    items.map(
      ({ check, card }): Planting => ({ checkId: check.id, turn, label: card.label, cardId: card.cardId }),
    ),
  );
  return { plantings, replyTo: (turn) => replies.get(turn), pageAt: () => null };
}

function pickCard(
  cards: readonly PlantableCard[],
  { check, label }: DrawnCheck,
  conversation: SimConversation,
): PlantableCard | null {
  const labelled = cards.filter((card) => card.label === label);
  const [first, ...rest] = bestFitting(labelled, conversation.scenario);
  if (first === undefined) return null;
  return createRandom(seedOf("card", conversation, check.id)).pick([first, ...rest]);
}

/** Cached, because the same scenario is played many times. */
const TOPICS = new WeakMap<Scenario, ReadonlyMap<number, ReadonlySet<string>>>();

function topicsOf(scenario: Scenario): ReadonlyMap<number, ReadonlySet<string>> {
  const topics =
    TOPICS.get(scenario) ??
    new Map(scenarioTurns(scenario).map(({ turn }) => [turn.t, topicWords(turn.user_message)]));
  TOPICS.set(scenario, topics);
  return topics;
}

interface ChosenCard extends DrawnCheck {
  readonly card: PlantableCard;
}

/** Cost of a contradiction, in characters of reply. */
const CONTRADICTION = 1000;
const TWO_OPENINGS = 2000;
const UNEVENNESS = 150;
const SHARED_TOPIC = 120;

/**
 * Assigns each card a turn, the cards with the fewest options first: a short turn where its subject came up, away from
 * a card of the same dimension with the other label, since the two would contradict each other.
 */
function spreadCards(
  chosen: readonly ChosenCard[],
  topicsByTurn: ReadonlyMap<number, ReadonlySet<string>>,
  random: Random,
): ReadonlyMap<number, readonly ChosenCard[]> {
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
  return new Map(
    [...placed].toSorted(([a], [b]) => a - b).map(([turn, items]) => [turn, items.toSorted(inOrderOfSaying)]),
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

/** Deals the lines of a pool in random order; no line repeats before all were used once. */
export function dealer(lines: readonly [string, ...string[]], random: Random): () => string {
  const order = lines
    .map((line) => ({ line, place: random.next() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ line }) => line);
  let dealt = 0;
  return () => order[dealt++ % order.length] ?? lines[0];
}
