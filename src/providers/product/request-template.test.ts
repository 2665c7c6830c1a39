import fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { ProductTurn } from "./product-turn.ts";
import { fillHeaders, fillTemplate } from "./request-template.ts";

describe("request template", () => {
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
});

describe("fill headers", () => {
  const none = (placeholder: string) => `no ${placeholder}`;

  test("variables of the environment are filled in, and are secrets from then on", () => {
    const templates = {
      authorization: "Bearer {env.ACME_KEY}",
      "x-team": "{env.TEAM}-bench",
      "x-thread": "{thread}",
    };
    const { headers, secrets } = fillHeaders(templates, { ACME_KEY: "k-123\n", TEAM: "care" }, () => "t-1");
    expect(headers).toEqual({ authorization: "Bearer k-123", "x-team": "care-bench", "x-thread": "t-1" });
    expect(new Set(secrets)).toEqual(new Set(["k-123", "care"]));
  });

  test("a key that someone wrote into the config file is a secret too, its scheme is not", () => {
    const { secrets } = fillHeaders(
      { Authorization: "Bearer k-456", "X-Api-Key": "k-789", accept: "a/b" },
      {},
      none,
    );
    expect(secrets).toEqual(["k-456", "k-789"]);
  });

  test("variables that are not set or empty are named, all of them, once", () => {
    const templates = { a: "{env.ONE} {env.TWO}", b: "{env.ONE}", c: "{env.THREE}" };
    const fill = () => fillHeaders(templates, { TWO: " ", THREE: "3" }, none);
    expect(fill).toThrow(expect.objectContaining({ code: "IB_MISSING_VARIABLES" }));
    expect(fill).toThrow("The environment variables ONE, TWO are not set");
  });

  test("a key with a line break in it is refused without being shown", () => {
    const fill = () => fillHeaders({ "x-key": "{env.KEY}" }, { KEY: "planted\nkey" }, none);
    expect(fill).toThrow(expect.objectContaining({ code: "IB_UNSENDABLE_HEADER" }));
    expect(fill).toThrow(/^The value of the header x-key has a line break/);
    expect(fill).not.toThrow(/planted/);
  });
});
