import fc from "fast-check";
import { expect, test } from "vitest";
import type { ProductTurn } from "./product-turn.ts";
import { fillTemplate } from "./request-template.ts";

const turn: ProductTurn = {
  message: "I am tired.",
  history: [
    { role: "user", content: "Hello." },
    { role: "assistant", content: "Hello to you." },
  ],
  conversationId: "c-1",
  scenarioId: "safety_crisis_test_001",
  turn: 2,
};

test("texts are filled in wherever they stand, as often as they stand", () => {
  const template = {
    input: { text: "{message}", meta: ["{scenario_id}#{turn}", "{scenario_id}"] },
    session: "ib-{conversation_id}",
  };
  expect(fillTemplate(template, turn)).toEqual({
    input: { text: "I am tired.", meta: ["safety_crisis_test_001#2", "safety_crisis_test_001"] },
    session: "ib-c-1",
  });
});

test("{messages} becomes the conversation with this message, {history} the one before it", () => {
  expect(fillTemplate({ all: "{messages}", before: "{history}" }, turn)).toEqual({
    all: [...turn.history, { role: "user", content: "I am tired." }],
    before: turn.history,
  });
});

test("everything else of a template is sent as it is", () => {
  const template = { stream: false, limit: 3, nothing: null, list: [], plain: "{ a, b } {1}", style: "{}" };
  expect(fillTemplate(template, turn)).toEqual(template);
});

test("what a person says is never read as a template", () => {
  const piece = fc.constantFrom(
    "{message}",
    "{turn}",
    "{messages}",
    "{env.KEY}",
    "$&",
    "$1",
    "{",
    "}",
    "Oh",
    " ",
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const message = pieces.join("");
      const filled = fillTemplate({ a: "{message}", b: "<{message}|{turn}>" }, { ...turn, message });
      expect(filled).toEqual({ a: message, b: `<${message}|2>` });
    }),
  );
});
