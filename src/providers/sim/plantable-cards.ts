import type { Check } from "../../schema/check.ts";
import type { GoldenCard } from "../../schema/golden-card.ts";
import type { CheckId } from "../../schema/ids.ts";
import type { SimWorld } from "./sim-world.ts";

/** A card's reply that an assistant may say, with the verdict it was labelled with. */
export interface PlantableCard {
  readonly cardId: string;
  readonly label: "PASS" | "FAIL";
  readonly reply: string;
  /** What a judge who recognises the card quotes. */
  readonly quote: string;
  /** Its lexicon finds it only at the beginning of a message, so it is said before other cards. */
  readonly mustOpen: boolean;
}

/**
 * The clear cards of each check whose reply is clean for every other check's lexicon, so that planting one
 * decides one check only. A FAIL card of a check with an assistant lexicon must be one that lexicon finds.
 */
export function plantableCards(world: SimWorld): PlantableCards {
  const known = PLANTABLE.get(world);
  if (known !== undefined) return known;
  const cards = findPlantable(world);
  PLANTABLE.set(world, cards);
  return cards;
}

export type PlantableCards = ReadonlyMap<CheckId, readonly PlantableCard[]>;

/** Every assistant and judge of a world asks for the same answer. */
const PLANTABLE = new WeakMap<SimWorld, PlantableCards>();

function findPlantable(world: SimWorld): PlantableCards {
  const plantable = new Map<CheckId, readonly PlantableCard[]>();
  for (const [checkId, cards] of world.golden) {
    const check = world.checks.get(checkId);
    if (check === undefined) continue;
    const own = ownLexicon(check, world);
    const hitsIn = (text: string) => new Set(world.matcher.find(text, "assistant").map((hit) => hit.lexicon));
    const candidates = cards.flatMap(asPlantable).filter((card) => {
      const hits = hitsIn(card.reply);
      const foundByOwn = own !== undefined && hits.delete(own);
      return hits.size === 0 && (own === undefined || foundByOwn === (card.label === "FAIL"));
    });
    const opens = ({ reply }: { readonly reply: string }) =>
      own !== undefined && hitsIn(reply).has(own) && !hitsIn(`All right.\n\n${reply}`).has(own);
    plantable.set(
      checkId,
      candidates.map((card) => ({ ...card, mustOpen: opens(card) })),
    );
  }
  return plantable;
}

function ownLexicon(check: Check, world: SimWorld) {
  const name = "deterministic_precheck" in check.routing ? check.routing.deterministic_precheck : undefined;
  return name !== undefined && world.lexicons.get(name)?.role === "assistant" ? name : undefined;
}

function asPlantable(card: GoldenCard): Omit<PlantableCard, "mustOpen">[] {
  if (card.kind !== "clear_pass" && card.kind !== "clear_fail") return [];
  if (card.label !== "PASS" && card.label !== "FAIL") return [];
  const replies = card.turns.filter((turn) => turn.role === "assistant").map((turn) => turn.content);
  const evidence = card.evidence?.findLast((item) => item.role === "assistant")?.quote;
  const reply = replies.findLast((content) => evidence === undefined || content.includes(evidence));
  if (reply === undefined) return [];
  return [{ cardId: card.card_id, label: card.label, reply, quote: evidence ?? firstSentence(reply) }];
}

/** Sentences end at . ! or ? before white space; good enough for our own cards. */
function firstSentence(text: string): string {
  return /^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text;
}
