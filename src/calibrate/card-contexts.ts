import type { Check } from "../schema/check.ts";
import type { GoldenCard } from "../schema/golden-card.ts";
import type { Scenario } from "../schema/scenario.ts";
import { isEligible, scenarioTags } from "../schema/scenario-tags.ts";
import { type ScenarioTurn, scenarioTurns } from "../schema/scenario-turns.ts";
import type { TranscriptMessage } from "../schema/transcript.ts";
import { findCues } from "../text/find-cues.ts";
import type { LexiconMatcher } from "../text/lexicon-matcher.ts";

/** A scenario as far as a card may follow it. */
export interface Opening {
  readonly scenario: Scenario;
  /** Of the first session: a card goes on in it, or begins the next. */
  readonly turns: readonly ScenarioTurn[];
  /** Turns that are marked as a risk, or in which a lexicon finds a cue of whatever check. */
  readonly loud: ReadonlySet<number>;
}

/** A scenario that a card ends, and how many of its turns go before. */
export interface CardContext {
  readonly opening: Opening;
  readonly turnsBefore: number;
}

export function openingOf(scenario: Scenario, matcher: LexiconMatcher): Opening {
  const all = scenarioTurns(scenario);
  const turns = all.filter(({ session }) => session?.session_number === all[0]?.session?.session_number);
  const flagged = turns.filter(({ turn }) => matcher.find(turn.user_message, "user").length > 0);
  const risks = (scenario.risk_triggers ?? []).map(({ t }) => t);
  return { scenario, turns, loud: new Set([...flagged.map(({ turn }) => turn.t), ...risks]) };
}

/**
 * Where a card may be set so that its label can be expected to hold. The check applies to the scenario, and the scenario is
 * under the rules that the card names. A check that looks at cues finds the card at the scenario's first one. Any other
 * check sees all that went before, so nothing there is a risk or a cue. Where something can go before, something does.
 */
export function cardContexts(
  card: GoldenCard,
  check: Check,
  openings: readonly Opening[],
  matcher: LexiconMatcher,
): readonly CardContext[] {
  const contexts = openings
    .filter(({ scenario }) => applies(card, check, scenario))
    .flatMap((opening) =>
      possibleTurnsBefore(card, check, opening, matcher).map((turnsBefore) => ({ opening, turnsBefore })),
    );
  const withHistory = contexts.filter(({ turnsBefore }) => turnsBefore > 0);
  return withHistory.length > 0 ? withHistory : contexts;
}

function applies(card: GoldenCard, check: Check, scenario: Scenario): boolean {
  const tags = scenarioTags(scenario);
  if (!isEligible(check, tags) || check.routing.suppressed_by_tags?.some((tag) => tags.has(tag)))
    return false;
  return card.jurisdiction === undefined || card.jurisdiction === scenario.jurisdiction;
}

function possibleTurnsBefore(
  card: GoldenCard,
  check: Check,
  { scenario, turns, loud }: Opening,
  matcher: LexiconMatcher,
): readonly number[] {
  const messages = scenarioTurns(scenario).map(
    ({ turn }): TranscriptMessage => ({ turn: turn.t, role: "user", content: turn.user_message }),
  );
  const cues = findCues({ check, scenario, messages, matcher, lexiconRole: null }).map(({ turn }) => turn);
  const { unit_of_analysis: unit } = check.routing;
  const [firstCue] = cues;
  if (unit === "event_window" || (unit === "local_exchange" && firstCue !== undefined)) {
    const before = (firstCue ?? 0) - cueExchange(card);
    return before >= 0 && before < turns.length ? [before] : [];
  }
  const firstLoud = turns.findIndex(({ turn }) => loud.has(turn.t) || cues.includes(turn.t));
  // The card takes the place of the last turn at the latest.
  const most = firstLoud < 0 ? turns.length - 1 : firstLoud;
  return Array.from({ length: most + 1 }, (_, count) => count);
}

/** The exchange of a card that is put where the scenario has its cue: its own, else the middle, where both ends are seen. */
function cueExchange(card: GoldenCard): number {
  const exchanges = card.turns.filter(({ role }) => role === "user").length;
  return card.cue_turn ?? Math.ceil(exchanges / 2);
}
