import { type Located, placeOf } from "../domain/places.ts";
import { modelSlug, transcriptId } from "../domain/transcript-names.ts";
import { hashOf, sha256 } from "../kernel/hash.ts";
import { createRandom } from "../kernel/random.ts";
import type { Check } from "../schema/corpus/check.ts";
import type { ProductProfile } from "../schema/corpus/duty.ts";
import type { GoldenCard } from "../schema/corpus/golden-card.ts";
import type { LongCard } from "../schema/corpus/long-card.ts";
import { Scenario } from "../schema/corpus/scenario.ts";
import { type CheckId, ModelId, ScenarioId, Tag, type TranscriptId } from "../schema/ids.ts";
import {
  TRANSCRIPT_VERSION,
  type Transcript,
  TranscriptHeader,
  type TranscriptMessage,
} from "../schema/run/transcript.ts";
import { countWords, failingReply } from "../text/replies/long-replies.ts";

/** A card as its own conversation. Its scenario marks the card's cue and asks only its check. */
export interface StagedCard {
  readonly card: GoldenCard;
  readonly checkId: CheckId;
  readonly scenario: Scenario;
  readonly transcript: Transcript;
}

const MODEL_ID = ModelId.parse("authored/golden-cards");

/** Returns the tag that limits a check to its own cards, see `eligibleForItsCards`. */
function cardTag(checkId: CheckId): Tag {
  return Tag.parse(`cards_of_${checkId.toLowerCase().replace("-", "_")}`);
}

/** Limits the check to its own cards, so that one scan of all cards asks one question per card. */
export function eligibleForItsCards(check: Check): Check {
  return { ...check, eligibility: { scenario_tags_any: [cardTag(check.id)] } };
}

/** Stages a card. `simulated` marks the conversation for a simulated judge, which may judge no others. */
export function cardTranscript(
  card: GoldenCard,
  checkId: CheckId,
  options: {
    readonly canary: string;
    readonly simulated: boolean;
    /** Set for a check that only a duty requires: its cards show a product, offered in the place where its rules apply. */
    readonly isOfProduct?: boolean;
    /** Set for a check that looks only at a cue. If the card names none, the cue is the user's last message. */
    readonly needsCue?: boolean;
  },
): StagedCard {
  const messages = messagesOf(card);
  const lastCue = options.needsCue ? messages.findLast(({ role }) => role === "user")?.turn : undefined;
  const cueTurn = card.cue_turn ?? lastCue;
  const scenario = Scenario.parse({
    canary: options.canary,
    scenario_id: ScenarioId.parse(`safety_golden_${card.card_id.toLowerCase().replaceAll("-", "_")}`),
    version: "1.0.0",
    title: `Golden card ${card.card_id}`,
    description: "A golden card, as a conversation of its own.",
    category: "safety",
    status: "held",
    channel: "chat",
    jurisdiction: card.jurisdiction ?? "base",
    failure_mode_tags: [cardTag(checkId), ...(card.tags ?? [])],
    persona: PERSONA,
    ...script(messages),
    ...(cueTurn === undefined ? {} : { cue_anchors: [{ t: cueTurn, modes: [checkId] }] }),
  });
  const header = TranscriptHeader.parse({
    schema_version: TRANSCRIPT_VERSION,
    transcript_id: stagedId(scenario.scenario_id),
    model_id: MODEL_ID,
    harness: "llm/raw",
    scenario_id: scenario.scenario_id,
    scenario_hash: hashOf(scenario),
    system_prompt_hash: sha256(""),
    sampling: null,
    repeat: 1,
    simulated: options.simulated,
    private: true,
    ...(options.isOfProduct ? { product: productOf(scenario) } : {}),
    complete: true,
  });
  return { card, checkId, scenario, transcript: { header, messages } };
}

/** Returns the product profile of a card's assistant, for checks that look only at products. */
export function productOf(located: Located): ProductProfile {
  return { kind: "companion", place: placeOf(located) ?? "US-NY", notice: "told" };
}

function stagedId(scenarioId: ScenarioId): TranscriptId {
  return transcriptId(modelSlug(MODEL_ID, sha256), scenarioId, 1);
}

const PERSONA = {
  name: "Nobody",
  age: 50,
  role: "caregiver",
  care_recipient: "not said",
  care_duration: "not said",
  stressors: ["not said"],
  context: {},
};

function messagesOf(card: GoldenCard): readonly TranscriptMessage[] {
  let turn = 0;
  return card.turns.map(({ role, content, session_number, elapsed_minutes }) => {
    if (role === "user" || turn === 0) turn += 1;
    return {
      turn,
      role,
      content,
      ...(session_number === undefined ? {} : { session_number }),
      ...(elapsed_minutes === undefined ? {} : { elapsed_minutes }),
      ...(role === "assistant" ? { finish_reason: "stop" as const } : {}),
    };
  });
}

/** Returns the user messages in the form of a scenario. */
function script(messages: readonly TranscriptMessage[]) {
  const said = messages.filter(({ role }) => role === "user");
  const turns = said.map(({ turn, content, session_number, elapsed_minutes }) => ({
    session: session_number,
    turn: {
      t: turn,
      user_message: content,
      expected_behaviors: ["What the card's label says."],
      ...(elapsed_minutes === undefined ? {} : { elapsed_minutes }),
    },
  }));
  if (turns.every(({ session }) => session === undefined)) return { turns: turns.map(({ turn }) => turn) };
  const sessions = Map.groupBy(turns, ({ session }) => session ?? 1);
  return {
    sessions: [...sessions].map(([session_number, members]) => ({
      session_number,
      time_elapsed: "not said",
      turns: members.map(({ turn }) => turn),
    })),
  };
}

/** One of the two replies of a long card, as a card of its own. Its id does not reveal which of the two it is. */
export interface LongHalf {
  /** Name in label files: the pair, and `sound` or `fails`. */
  readonly item: string;
  readonly checkId: CheckId;
  readonly pair: LongCard;
  readonly card: GoldenCard;
  /** Words of the reply. */
  readonly words: number;
}

/** Returns both halves of every long card, by check and pair. */
export function longHalves(longCards: ReadonlyMap<CheckId, readonly LongCard[]>): readonly LongHalf[] {
  return [...longCards].flatMap(([checkId, pairs]) =>
    pairs.flatMap((pair) => [
      asHalf(checkId, pair, "sound", pair.sound),
      asHalf(checkId, pair, "fails", failingReply(pair)),
    ]),
  );
}

function asHalf(checkId: CheckId, pair: LongCard, half: "sound" | "fails", reply: string): LongHalf {
  const { before = [], message, elapsed_minutes, jurisdiction, note, author } = pair;
  const turns: GoldenCard["turns"] = [
    ...before,
    { role: "user", content: message, ...(elapsed_minutes === undefined ? {} : { elapsed_minutes }) },
    { role: "assistant", content: reply },
  ];
  const card: GoldenCard = {
    card_id: `${checkId}-L${hashOf({ pair: pair.pair_id, turns }).slice(0, 8)}-001`,
    kind: half === "sound" ? "clear_pass" : "clear_fail",
    turns,
    cue_turn: turns.filter(({ role }) => role === "user").length,
    ...(jurisdiction === undefined ? {} : { jurisdiction }),
    label: half === "sound" ? "PASS" : "FAIL",
    note,
    author,
  };
  return { item: `${pair.pair_id}-${half}`, checkId, pair, card, words: countWords(reply) };
}

export interface CardOfCheck {
  readonly card: GoldenCard;
  readonly checkId: CheckId;
}

/**
 * Draws the cards for watching a judge's drift, by seed: half clear failures, half clear passes. It spreads them over
 * the checks: no check gives a second card before every check has given one.
 */
export function frozenCards(
  golden: ReadonlyMap<CheckId, readonly GoldenCard[]>,
  options: { readonly size: number; readonly seed: number },
): readonly CardOfCheck[] {
  const half = Math.ceil(options.size / 2);
  return [draw("FAIL", half), draw("PASS", options.size - half)].flat();

  function draw(label: "FAIL" | "PASS", count: number): readonly CardOfCheck[] {
    const random = createRandom(`frozen-cards/1|${options.seed}|${label}`);
    const kind = label === "FAIL" ? "clear_fail" : "clear_pass";
    return [...golden]
      .flatMap(([checkId, cards]) =>
        cards
          .filter((card) => card.label === label && card.kind === kind)
          .map((card) => ({ card, checkId, at: random.next() }))
          .sort((a, b) => a.at - b.at)
          .map((place, round) => ({ ...place, round })),
      )
      .sort((a, b) => a.round - b.round || a.at - b.at)
      .slice(0, count)
      .map(({ card, checkId }) => ({ card, checkId }));
  }
}
