import type { Check } from "../../schema/corpus/check.ts";
import type { CardWeight, GoldenCard } from "../../schema/corpus/golden-card.ts";
import type { CheckId, Jurisdiction } from "../../schema/ids.ts";
import { countWords, FEWEST_OWN_WORDS } from "../../text/replies/long-replies.ts";
import type { SimWorld } from "../assistant-profiles.ts";

/** A card's reply that an assistant may say, with the verdict it was labelled with. */
export interface PlantableCard {
  readonly cardId: string;
  readonly label: "PASS" | "FAIL";
  readonly weight?: CardWeight;
  readonly reply: string;
  /** What is set into a base reply, and what a failure is recognised by: the failing sentences, or all of the reply. */
  readonly words: string;
  /** What a judge who recognises the card quotes. */
  readonly quote: string;
  /** What its exchange is about. */
  readonly topics: ReadonlySet<string>;
  /** Where what the card says about rules holds; `null` says nothing. */
  readonly jurisdiction: Jurisdiction | null;
  /** Its lexicon finds it only at the beginning of a message, so it is said before anything else. */
  readonly mustOpen: boolean;
}

export type PlantableCards = ReadonlyMap<CheckId, readonly PlantableCard[]>;

/** Those of every check. */
export function plantableCards(world: SimWorld): PlantableCards {
  const checks = [...world.golden.keys()].filter((checkId) => world.checks.has(checkId));
  return new Map(checks.map((checkId) => [checkId, plantableCardsOf(world, checkId)]));
}

/**
 * The clear cards of a check whose reply is clean for every other check's lexicon, so that planting one
 * decides one check only. A FAIL card of a check with an assistant lexicon must be one that lexicon finds.
 */
export function plantableCardsOf(world: SimWorld, checkId: CheckId): readonly PlantableCard[] {
  const known = PLANTABLE.get(world) ?? new Map<CheckId, readonly PlantableCard[]>();
  PLANTABLE.set(world, known);
  const cards = known.get(checkId) ?? findPlantable(world, checkId);
  known.set(checkId, cards);
  return cards;
}

/** Every assistant and judge of a world asks for the same answers, and a short run for few of them. */
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

/** A failing card's quote, where it can stand alone; `null` where it is part of a sentence, or too short to be known by. */
function wholeSentences({ label, reply, quote }: Omit<PlantableCard, "mustOpen" | "words">): string | null {
  const start = reply.indexOf(quote);
  const isWhole =
    (start === 0 || /[.!?:]["”’)]?\s+$/.test(reply.slice(0, start))) &&
    /[.!?]["”’)]?$/.test(quote) &&
    /^(?:\s|$)/.test(reply.slice(start + quote.length));
  return label === "FAIL" && isWhole && countWords(quote) >= FEWEST_OWN_WORDS ? quote : null;
}

/** Sentences end at . ! or ? before white space; good enough for our own cards. */
function firstSentence(text: string): string {
  return /^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text;
}

const SHORTEST_TOPIC_WORD = 5;
/** Long enough to pass for a topic, and in every other message. */
const COMMON_WORDS = new Set(
  `about after again always another anything asked because before being could didn't doesn't every everybody everything first
  going having isn't maybe might never nobody nothing other people should since somebody something still thing things think
  those three through today tomorrow tonight under until wants what's where which while whole without would write years
  you're you've`.split(/\s+/),
);

/** The words of a text that say what it is about, roughly: a card is said where its subject came up, if it did. */
export function topicWords(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/[\p{L}'’]+/gu) ?? [];
  return new Set(words.filter((word) => word.length >= SHORTEST_TOPIC_WORD && !COMMON_WORDS.has(word)));
}
