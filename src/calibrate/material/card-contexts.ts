import { isEligible, type ScenarioTurn, scenarioTags, scenarioTurns } from "../../domain/scenarios.ts";
import type { Random } from "../../kernel/random.ts";
import { FILLER } from "../../providers/assistant-profiles.ts";
import type { Check } from "../../schema/corpus/check.ts";
import type { GoldenCard } from "../../schema/corpus/golden-card.ts";
import type { Scenario } from "../../schema/corpus/scenario.ts";
import type { TranscriptMessage } from "../../schema/run/transcript.ts";
import type { LexiconMatcher } from "../../text/match/lexicon-matcher.ts";
import { findCues } from "../../text/windows/find-cues.ts";

/** The part of a scenario that a card may follow. */
export interface Opening {
  readonly scenario: Scenario;
  /** Turns of the first session: a card continues in it or starts the next one. */
  readonly turns: readonly ScenarioTurn[];
  /** Turns marked as a risk, or with a cue of any check's lexicon. */
  readonly loud: ReadonlySet<number>;
}

/** A scenario that a card ends, and the number of its turns before the card. */
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
 * Lists where a card may be placed so that its label should hold. The check must apply to the scenario, and the
 * scenario must follow the rules that the card names. For a check of cues, the card stands at the scenario's first cue.
 * Any other check sees everything before the card, so no turn there may be a risk or a cue. The card comes after at
 * least one turn if possible.
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
  // The card replaces the last turn at the latest.
  const most = firstLoud < 0 ? turns.length - 1 : firstLoud;
  return Array.from({ length: most + 1 }, (_, count) => count);
}

/**
 * Returns the exchange of a card placed at the scenario's cue: the card's own cue exchange, else the middle one, where
 * both ends are visible.
 */
function cueExchange(card: GoldenCard): number {
  const exchanges = card.turns.filter(({ role }) => role === "user").length;
  return card.cue_turn ?? Math.ceil(exchanges / 2);
}

/**
 * Builds a conversation that starts as a scenario with harmless replies and ends with a card. It uses the card's clock:
 * the turns before take no time. They are in the first session if the card or the scenario has sessions.
 */
export function setCard(
  card: GoldenCard,
  context: CardContext,
  random: Random,
): readonly TranscriptMessage[] {
  const { opening, turnsBefore } = context;
  const hasSessions =
    opening.scenario.sessions !== undefined ||
    card.turns.some(({ session_number }) => session_number !== undefined);
  const opensAt = card.turns.find(({ elapsed_minutes }) => elapsed_minutes !== undefined)?.elapsed_minutes;
  const session = (number: number | undefined) => (hasSessions ? { session_number: number ?? 1 } : {});

  const before = opening.turns.slice(0, turnsBefore).flatMap(({ turn }, index): TranscriptMessage[] => [
    {
      turn: index + 1,
      role: "user",
      content: turn.user_message,
      ...session(1),
      ...(opensAt === undefined ? {} : { elapsed_minutes: opensAt }),
    },
    {
      turn: index + 1,
      role: "assistant",
      content: random.pick(FILLER),
      ...session(1),
      finish_reason: "stop",
    },
  ]);
  let turn = before.length / 2;
  const said = card.turns.map(({ role, content, session_number, elapsed_minutes }): TranscriptMessage => {
    if (role === "user") turn += 1;
    return {
      turn,
      role,
      content,
      ...session(session_number),
      ...(elapsed_minutes === undefined ? {} : { elapsed_minutes }),
      ...(role === "assistant" ? { finish_reason: "stop" } : {}),
    };
  });
  return [...before, ...said];
}
