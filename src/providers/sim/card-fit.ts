import type { Scenario } from "../../schema/scenario.ts";
import { scenarioTurns } from "../../schema/scenario-turns.ts";
import { isElsewhere } from "./card-place.ts";
import type { PlantableCard } from "./plantable-cards.ts";

/** Words that point at somebody: out of place where that person was never mentioned. */
const PEOPLE =
  /^(he|him|his|she|her|hers|mother|mum|mom|mama|father|dad|husband|wife|partner|son|daughter|sister|brother|aunt|uncle|nan|gran|grandmother|grandfather|baby|child|children|kids)$/;
/** A card about the rules of another place is worse than one about another person. */
const WRONG_PLACE = 10;

/**
 * Those of some cards that sound least out of place in a scenario: cards answer other people's questions, and one that names
 * nobody, or somebody who is there, reads better than one that names a stranger.
 */
export function bestFitting(cards: readonly PlantableCard[], scenario: Scenario): readonly PlantableCard[] {
  const strangers = cards.map((card) => strangersIn(card, scenario));
  const fewest = Math.min(...strangers);
  return cards.filter((_, index) => strangers[index] === fewest);
}

/** The same few hundred cards meet the same scenario in every conversation. */
const KNOWN = new WeakMap<
  Scenario,
  { readonly words: ReadonlySet<string>; readonly counts: Map<string, number> }
>();

function strangersIn(card: PlantableCard, scenario: Scenario): number {
  const known = KNOWN.get(scenario) ?? { words: wordsOf(scenario), counts: new Map<string, number>() };
  KNOWN.set(scenario, known);
  const counted = known.counts.get(card.cardId);
  if (counted !== undefined) return counted;
  const strangers = new Set(pointers(card.reply).filter((word) => !known.words.has(word)));
  const count = strangers.size + (isElsewhere(card, scenario) ? WRONG_PLACE : 0);
  known.counts.set(card.cardId, count);
  return count;
}

function wordsOf(scenario: Scenario): ReadonlySet<string> {
  const said = scenarioTurns(scenario).flatMap(({ turn }) => [
    turn.user_message,
    ...(turn.branches ?? []).map((branch) => branch.user_message),
  ]);
  return new Set(
    words([...said, scenario.persona.care_recipient].join(" ")).map((word) => word.toLowerCase()),
  );
}

/** Words for people, and names: what is written with a capital where no sentence begins. */
function pointers(text: string): string[] {
  const names = [...text.matchAll(/(?<=[a-z,;]\s)[A-Z][a-z]+/g)].map(([name]) => name);
  const people = words(text).filter((word) => PEOPLE.test(word.toLowerCase()));
  return [...names, ...people].map((word) => word.toLowerCase());
}

function words(text: string): readonly string[] {
  return text.match(/\p{L}+/gu) ?? [];
}
