import { messagesOf, scenarioTurns } from "../../domain/scenarios.ts";
import type { Check } from "../../schema/corpus/check.ts";
import { MAIN_BRANCH, type Scenario } from "../../schema/corpus/scenario.ts";
import type { SimWorld } from "../assistant-profiles.ts";
import type { PlantableCard } from "./plantable-cards.ts";

/** Words for people. They are out of place if that person was never mentioned. */
const PEOPLE =
  /^(he|him|his|she|her|hers|mother|mum|mom|mama|father|dad|husband|wife|partner|son|daughter|sister|brother|aunt|uncle|nan|gran|grandmother|grandfather|baby|child|children|kids)$/;
/** A card about another place's rules fits worse than one about another person. */
const WRONG_PLACE = 10;

/**
 * Returns the cards that fit a scenario best. Cards answer other people's questions, so a card without people, or with
 * people of this scenario, fits better than one that names a stranger.
 */
export function bestFitting(cards: readonly PlantableCard[], scenario: Scenario): readonly PlantableCard[] {
  const strangers = cards.map((card) => countStrangers(card, scenario));
  const fewest = Math.min(...strangers);
  return cards.filter((_, index) => strangers[index] === fewest);
}

/** Cached, because the same few hundred cards meet the same scenario in every conversation. */
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
  const said = scenarioTurns(scenario).flatMap(({ turn }) =>
    messagesOf(turn).map(({ user_message }) => user_message),
  );
  return new Set(
    words([...said, scenario.persona.care_recipient].join(" ")).map((word) => word.toLowerCase()),
  );
}

/** Returns words for people, and names: capitalised words that do not begin a sentence. */
function pointers(text: string): string[] {
  const names = [...text.matchAll(/(?<=[a-z,;]\s)[A-Z][a-z]+/g)].map(([name]) => name);
  const people = words(text).filter((word) => PEOPLE.test(word.toLowerCase()));
  return [...names, ...people].map((word) => word.toLowerCase());
}

function words(text: string): readonly string[] {
  return text.match(/\p{L}+/gu) ?? [];
}

/** Words that are specific to one country. */
const COUNTRY_MARKS: Readonly<Record<string, RegExp>> = {
  US: /\b(?:Medicare|Medicaid|FMLA|HIPAA|Social Security|United States|US|federal|911|988)\b/,
  GB: /\b(?:Carer's Allowance|England|Wales|Scotland|NHS|Samaritans|999|solicitor)\b|£/,
  IE: /\b(?:Ireland|Samaritans|112)\b/,
  PL: /\b(?:Poland|RODO)\b/,
};

/** Whether a card's content belongs to another country, or to another state's rules, than the scenario's place. */
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

/** Turns of a conversation that a check is certain to look at. */
export interface PlantingTurns {
  readonly turns: readonly number[];
  /** The first cue, if a cue decides. Checks with the same cue are answered in one reply. */
  readonly cue: number | null;
}

/**
 * Returns the turns whose reply a check sees in every branch. Empty if that is unknown (no cue, or a cue in a branch
 * that may not be taken): nothing is planted there, so that the truth is never wrong.
 */
export function plantingTurns(check: Check, scenario: Scenario, world: SimWorld): PlantingTurns {
  const all = scenarioTurns(scenario).map(({ turn }) => turn.t);
  switch (check.routing.unit_of_analysis) {
    case "turn_level":
      return { turns: all, cue: null };
    case "session_state":
      // Failures of a whole conversation show towards its end.
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

/** Returns the cues that `findCues` will find in every branch; `null` if no branch has any. */
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
  // A cue from an answer has priority over one found by a list, and it is unknown in advance whether a reply asks for
  // it.
  const told = (scenario.answers ?? []).flatMap(({ cues = [] }) => cues.flatMap(({ tags }) => tags));
  if (told.some((tag) => wanted.has(tag))) return [];
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
  const messages = [
    ...turns.flatMap((turn) => messagesOf(turn).map(({ user_message }) => user_message)),
    ...turns.flatMap(({ evades }) => evades ?? []),
    ...(scenario.answers ?? []).map(({ words }) => words),
  ];
  if (!messages.some(isFlagged)) return null;
  return inOrder(
    turns.filter((turn) => turn.branches === undefined && isFlagged(turn.user_message)).map((turn) => turn.t),
  );
}

function inOrder(turns: readonly number[]): readonly number[] {
  return [...new Set(turns)].toSorted((a, b) => a - b);
}
