import { createRandom, type Random } from "../../kernel/random.ts";
import { scenarioTurns } from "../../schema/scenario-turns.ts";
import { type ConversationKey, composeConversation, seedOf } from "./compose-conversation.ts";
import { CONNECTIVES, FILLER, OPENINGS_AFTER_ASKING, OPENINGS_AFTER_TELLING } from "./connective-text.ts";
import type { SimWorld } from "./sim-world.ts";

/** Everything an assistant says in one conversation, by turn. A card is said whole, in a paragraph that ends with it. */
export function composeReplies(world: SimWorld, conversation: ConversationKey): ReadonlyMap<number, string> {
  const { scenario, profile } = conversation;
  const planted = Map.groupBy(composeConversation(world, conversation), (planting) => planting.turn);
  const random = createRandom(seedOf("words", conversation));
  const afterAsking = dealer(OPENINGS_AFTER_ASKING, random);
  const afterTelling = dealer(OPENINGS_AFTER_TELLING, random);
  const connective = dealer(CONNECTIVES, random);
  const filler = dealer(FILLER, random);
  const closing = profile.closings === undefined ? null : dealer(profile.closings, random);

  return new Map(
    scenarioTurns(scenario).map(({ turn }) => {
      const cards = (planted.get(turn.t) ?? []).map((planting) => planting.card);
      // Text messages are short: nothing goes before the matter itself.
      const opens = scenario.channel !== "sms" && cards[0]?.mustOpen !== true;
      const opening = turn.user_message.includes("?") ? afterAsking : afterTelling;
      const paragraphs = cards.map((card, index) => {
        if (index === 0) return opens ? `${opening()} ${card.reply}` : card.reply;
        // Every other join only: a new paragraph does as well.
        return index % 2 === 1 ? `${connective()} ${card.reply}` : card.reply;
      });
      if (paragraphs.length === 0) paragraphs.push(opens ? `${opening()} ${filler()}` : filler());
      if (closing !== null) paragraphs.push(closing());
      return [turn.t, paragraphs.join("\n\n")];
    }),
  );
}

/** Hands out the lines of a pool in a chance order; none comes twice before all have come once. */
function dealer(lines: readonly [string, ...string[]], random: Random): () => string {
  const order = lines
    .map((line) => ({ line, place: random.next() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ line }) => line);
  let dealt = 0;
  return () => order[dealt++ % order.length] ?? lines[0];
}
