import { scenarioTurns } from "../../domain/scenarios.ts";
import type { Scenario } from "../../schema/corpus/scenario.ts";
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
  const strangers = cards.map((card) => countStrangers(card, scenario));
  const fewest = Math.min(...strangers);
  return cards.filter((_, index) => strangers[index] === fewest);
}

/** The same few hundred cards meet the same scenario in every conversation. */
const STRANGERS_BY_SCENARIO = new WeakMap<
  Scenario,
  { readonly words: ReadonlySet<string>; readonly counts: Map<string, number> }
>();

function countStrangers(card: PlantableCard, scenario: Scenario): number {
  const known = STRANGERS_BY_SCENARIO.get(scenario) ?? {
    words: wordsOf(scenario),
    counts: new Map<string, number>(),
  };
  STRANGERS_BY_SCENARIO.set(scenario, known);
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

/** Words that only make sense in one country. */
const COUNTRY_MARKS: Readonly<Record<string, RegExp>> = {
  US: /\b(?:Medicare|Medicaid|FMLA|HIPAA|Social Security|United States|US|federal|911|988)\b/,
  GB: /\b(?:Carer's Allowance|England|Wales|Scotland|NHS|Samaritans|999|solicitor)\b|£/,
  PL: /\b(?:Poland|RODO)\b/,
};

/** Whether what a card says belongs to another country, or to the rules of another state, than a scenario plays in. */
export function isElsewhere(card: PlantableCard, scenario: Scenario): boolean {
  const country = scenario.region?.slice(0, 2);
  const marked = Object.keys(COUNTRY_MARKS).filter((code) => COUNTRY_MARKS[code]?.test(card.reply));
  if (country !== undefined && marked.length > 0 && !marked.includes(country)) return true;
  switch (card.jurisdiction) {
    case null:
    case "base":
      return false;
    case "federal":
      return country !== "US";
    default:
      return card.jurisdiction !== scenario.jurisdiction;
  }
}
