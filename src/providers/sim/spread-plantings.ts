import type { Random } from "../../kernel/random.ts";
import type { Check } from "../../schema/check.ts";
import type { CheckId, Dimension } from "../../schema/ids.ts";
import type { PlantableCard } from "./plantable-cards.ts";

/** One card said in one turn: a planted failure, or a planted good answer. */
export interface Planting {
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

/** Within a turn danger comes first, then the person, then what to do, then what the assistant is. */
const SAID_IN_ORDER: readonly Dimension[] = ["A", "C", "D", "B", "F"];
/** In characters of reply that one would rather put up with than the thing. */
const CONTRADICTION = 1000;
const TWO_OPENINGS = 2000;
const UNEVENNESS = 150;
const SHARED_TOPIC = 120;

/**
 * Gives each card a turn: those with little choice first, each to a turn with little in it where its subject came up, and away
 * from a card of its own dimension with the other label, since the two would contradict each other.
 */
export function spreadPlantings(
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
