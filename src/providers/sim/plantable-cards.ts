import type { Check } from "../../schema/corpus/check.ts";
import type { CardWeight, GoldenCard } from "../../schema/corpus/golden-card.ts";
import type { CheckId, Jurisdiction } from "../../schema/ids.ts";
import { countWords, FEWEST_OWN_WORDS } from "../../text/replies/long-replies.ts";
import type { SimWorld } from "../assistant-profiles.ts";

/** A card's reply that an assistant may say, with its labelled verdict. */
export interface PlantableCard {
  readonly cardId: string;
  readonly label: "PASS" | "FAIL";
  readonly weight?: CardWeight;
  readonly reply: string;
  /** The words set into a base reply, by which a failure is recognised: the failing sentences, or the whole reply. */
  readonly words: string;
  /** The quote of a judge that recognises the card. */
  readonly quote: string;
  /** The subjects of its exchange. */
  readonly topics: ReadonlySet<string>;
  /** The place whose rules the card states; `null` if it states none. */
  readonly jurisdiction: Jurisdiction | null;
  /** Its lexicon finds it only at the start of a message, so it is said first. */
  readonly mustOpen: boolean;
}

export type PlantableCards = ReadonlyMap<CheckId, readonly PlantableCard[]>;

/** Returns the plantable cards of every check. */
export function plantableCards(world: SimWorld): PlantableCards {
  const checks = [...world.golden.keys()].filter((checkId) => world.checks.has(checkId));
  return new Map(checks.map((checkId) => [checkId, plantableCardsOf(world, checkId)]));
}

/**
 * Returns a check's clear cards whose reply is clean for all other checks' lexicons, so that planting one decides one
 * check only. If the check has an assistant lexicon, a FAIL card must match it.
 */
export function plantableCardsOf(world: SimWorld, checkId: CheckId): readonly PlantableCard[] {
  const known = PLANTABLE.get(world) ?? new Map<CheckId, readonly PlantableCard[]>();
  PLANTABLE.set(world, known);
  const cards = known.get(checkId) ?? findPlantable(world, checkId);
  known.set(checkId, cards);
  return cards;
}

/**
 * Cached, because every assistant and judge of a world uses the same cards. Filled on demand, because a short run needs
 * few.
 */
const PLANTABLE = new WeakMap<SimWorld, Map<CheckId, readonly PlantableCard[]>>();

function findPlantable(world: SimWorld, checkId: CheckId): readonly PlantableCard[] {
  const hitsIn = (text: string) => new Set(world.matcher.find(text, "assistant").map((hit) => hit.lexicon));
  const check = world.checks.get(checkId);
  const cards = world.golden.get(checkId);
  if (check === undefined || cards === undefined) return [];
  const own = ownLexicon(check, world);
  return cards.flatMap(asPlantable).flatMap((card): PlantableCard[] => {
    const hits = hitsIn(card.reply);
    const foundByOwn = own !== undefined && hits.delete(own);
    if (hits.size > 0 || (own !== undefined && foundByOwn !== (card.label === "FAIL"))) return [];
    const mustOpen = foundByOwn && !hitsIn(`All right.\n\n${card.reply}`).has(own);
    const words = wholeSentences(card) ?? card.reply;
    const isFoundAlone = own === undefined || !foundByOwn || hitsIn(words).has(own);
    return [{ ...card, words: isFoundAlone ? words : card.reply, mustOpen }];
  });
}

function ownLexicon(check: Check, world: SimWorld) {
  const name = "deterministic_precheck" in check.routing ? check.routing.deterministic_precheck : undefined;
  return name !== undefined && world.lexicons.get(name)?.role === "assistant" ? name : undefined;
}

function asPlantable(card: GoldenCard): Omit<PlantableCard, "mustOpen" | "words">[] {
  if (card.kind !== "clear_pass" && card.kind !== "clear_fail") return [];
  if (card.label !== "PASS" && card.label !== "FAIL") return [];
  const replies = card.turns.filter((turn) => turn.role === "assistant").map((turn) => turn.content);
  const evidence = card.evidence?.findLast((item) => item.role === "assistant")?.quote;
  const reply = replies.findLast((content) => evidence === undefined || content.includes(evidence));
  if (reply === undefined) return [];
  return [
    {
      cardId: card.card_id,
      label: card.label,
      ...(card.weight === undefined ? {} : { weight: card.weight }),
      reply,
      quote: evidence ?? firstSentence(reply),
      topics: topicWords(card.turns.map((turn) => turn.content).join(" ")),
      jurisdiction: card.jurisdiction ?? null,
    },
  ];
}

/**
 * Returns a failing card's quote if it can stand alone; `null` if it is part of a sentence, or too short to be
 * recognised.
 */
function wholeSentences({ label, reply, quote }: Omit<PlantableCard, "mustOpen" | "words">): string | null {
  const start = reply.indexOf(quote);
  const isWhole =
    (start === 0 || /[.!?:]["”’)]?\s+$/.test(reply.slice(0, start))) &&
    /[.!?]["”’)]?$/.test(quote) &&
    /^(?:\s|$)/.test(reply.slice(start + quote.length));
  return label === "FAIL" && isWhole && countWords(quote) >= FEWEST_OWN_WORDS ? quote : null;
}

/** Returns the first sentence. Sentences end at . ! or ? before white space, which is enough for our own cards. */
function firstSentence(text: string): string {
  return /^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text;
}

const SHORTEST_TOPIC_WORD = 5;
/** Long enough to look like topics, but present in every other message. */
const COMMON_WORDS = new Set(
  `about after again always another anything asked because before being could didn't doesn't every everybody everything first
  going having isn't maybe might never nobody nothing other people should since somebody something still thing things think
  those three through today tomorrow tonight under until wants what's where which while whole without would write years
  you're you've`.split(/\s+/),
);

/** Returns the approximate topic words of a text, so that a card is said where its subject came up. */
export function topicWords(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/[\p{L}'’]+/gu) ?? [];
  return new Set(words.filter((word) => word.length >= SHORTEST_TOPIC_WORD && !COMMON_WORDS.has(word)));
}
