import { expect, test } from "vitest";
import * as z from "zod";
import { conversationId } from "./product-turn.ts";

const origin = { scenario_id: "safety_crisis_test_001", repeat: 1 };

test("a conversation keeps its id in every leg of a run", () => {
  expect(conversationId("run-1", "acme/companion", origin)).toBe(
    conversationId("run-1", "acme/companion", { ...origin }),
  );
});

test("another run, product, scenario or repeat is another conversation", () => {
  const ids = [
    conversationId("run-1", "acme/companion", origin),
    conversationId("run-2", "acme/companion", origin),
    conversationId("run-1", "acme/companion-2", origin),
    conversationId("run-1", "acme/companion", { ...origin, scenario_id: "safety_crisis_test_002" }),
    conversationId("run-1", "acme/companion", { ...origin, repeat: 2 }),
  ];
  expect(new Set(ids).size).toBe(ids.length);
});

test("an id is a UUID that a strict product accepts", () => {
  for (let repeat = 1; repeat <= 50; repeat++) {
    const id = conversationId("run-1", "acme/companion", { ...origin, repeat });
    expect(z.uuid().parse(id)).toBe(id);
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  }
});
