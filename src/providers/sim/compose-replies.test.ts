import { expect, test } from "vitest";
import { scenarioTurns } from "../../schema/scenario-turns.ts";
import { ASSISTANT_PROFILES } from "./assistant-profiles.ts";
import { composeConversation } from "./compose-conversation.ts";
import { composeReplies } from "./compose-replies.ts";
import { CONNECTIVES, FILLER, OPENINGS_AFTER_ASKING, OPENINGS_AFTER_TELLING } from "./connective-text.ts";
import { corpus } from "./shipped-world.fixture.ts";

const conversations = ASSISTANT_PROFILES.flatMap((profile) =>
  [...corpus.scenarios.values()].map((scenario) => ({ profile, scenario, repeat: 1, seed: 0 })),
);
const LINES = [...OPENINGS_AFTER_ASKING, ...OPENINGS_AFTER_TELLING, ...CONNECTIVES, ...FILLER];

test("every turn is answered, with the planted cards, lines between them and nothing else", () => {
  for (const conversation of conversations) {
    const replies = composeReplies(corpus, conversation);
    const plan = composeConversation(corpus, conversation);
    expect([...replies.keys()]).toEqual(scenarioTurns(conversation.scenario).map(({ turn }) => turn.t));
    for (const [turn, reply] of replies) {
      const cards = plan.filter((planting) => planting.turn === turn).map(({ card }) => card.reply);
      const known = [...cards, ...LINES, ...(conversation.profile.closings ?? [])];
      const rest = known
        .toSorted((a, b) => b.length - a.length)
        .reduce((left, text) => left.replaceAll(text, ""), reply);
      expect(rest.trim()).toBe("");
      expect(cards.every((card) => reply.includes(card))).toBe(true);
    }
  }
});

test("no line is said twice in a conversation", () => {
  for (const conversation of conversations) {
    const said = [...composeReplies(corpus, conversation).values()].join("\n");
    for (const line of LINES) expect(said.split(line).length).toBeLessThanOrEqual(2);
  }
});

test("a card whose lexicon wants it first is the first thing said", () => {
  let opened = 0;
  for (const conversation of conversations) {
    const replies = composeReplies(corpus, conversation);
    for (const { card, turn } of composeConversation(corpus, conversation)) {
      if (!card.mustOpen) continue;
      opened++;
      expect(replies.get(turn)?.startsWith(card.reply)).toBe(true);
    }
  }
  expect(opened).toBeGreaterThan(0);
});

test("the cautious assistant names the crisis line in every reply, and nobody else has that habit", () => {
  for (const conversation of conversations) {
    const replies = [...composeReplies(corpus, conversation).values()];
    const { name, closings = [] } = conversation.profile;
    const habitual = replies.filter((reply) => closings.some((line) => reply.endsWith(line)));
    expect(habitual).toHaveLength(name === "cautious" ? replies.length : 0);
  }
});
