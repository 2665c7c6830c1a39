import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkWith } from "../schema/artefacts.fixture.ts";
import { HelpLine } from "../schema/corpus/help-line.ts";
import { ReferenceFact } from "../schema/corpus/reference-fact.ts";
import { factsForCheck, identifyItems, orderForAnnotator, supportResources } from "./batch.ts";
import { keyOf } from "./review.fixture.ts";

describe("identify items", () => {
  const sampled = keyOf("one", "two", "three").items;

  test("an item's name and place tell nothing and are the same for the same secret", () => {
    const items = identifyItems(sampled, "secret");
    expect(identifyItems(sampled.toReversed(), "secret")).toEqual(items);
    expect(items.map(({ item }) => item)).toEqual(items.map(({ item }) => item).toSorted());
    expect(items.every(({ item }) => /^[0-9a-f]{16}$/.test(item))).toBe(true);
  });

  test("another secret gives other names, so that names cannot be tried out without the scan", () => {
    const known = new Set(identifyItems(sampled, "secret").map(({ item }) => item));
    expect(identifyItems(sampled, "other").filter(({ item }) => known.has(item))).toEqual([]);
  });
});

describe("order for annotator", () => {
  const items = Array.from({ length: 20 }, (_, index) => ({ item: `item-${index}` }));

  test("every annotator has all items in an order of their own, always the same", () => {
    fc.assert(
      fc.property(fc.string(), (annotator) => {
        const order = orderForAnnotator(items, annotator);
        expect(orderForAnnotator(items.toReversed(), annotator)).toEqual(order);
        expect(new Set(order)).toEqual(new Set(items));
      }),
    );
    expect(orderForAnnotator(items, "anna")).not.toEqual(orderForAnnotator(items, "ben"));
  });
});

describe("facts for check", () => {
  const fact = (id: string, topic: string) =>
    ReferenceFact.parse({
      id,
      topic,
      claim: "It is so.",
      common_misstatements: [],
      jurisdiction: "US",
      checked: "2026-11-15",
      source: "https://example.org",
      source_dated: "undated",
      verification: "primary",
    });
  const facts = [fact("F-1", "medicare"), fact("F-2", "hospice")];

  test("a check that is decided by facts brings those of its topics, and no source", () => {
    const check = checkWith({
      route: "extract_then_corpus",
      unit_of_analysis: "turn_level",
      corpus_required: true,
      reference: ["hospice"],
    });
    expect(factsForCheck(check, facts)).toEqual([
      { id: "F-2", claim: "It is so.", common_misstatements: [], jurisdiction: "US", checked: "2026-11-15" },
    ]);
  });

  test("a check that needs no facts brings none", () => {
    expect(factsForCheck(checkWith({ route: "llm_primary", unit_of_analysis: "turn_level" }), facts)).toEqual(
      [],
    );
  });
});

describe("support resources", () => {
  const resource = (name: string, needs: readonly string[], parts: object = {}) =>
    HelpLine.parse({
      name,
      operator: "Somebody",
      numbers: ["988"],
      for: needs,
      regions: ["US"],
      channels: ["call"],
      source: "https://example.org",
      source_dated: "undated",
      checked: "2026-11-15",
      verification: "primary",
      ...parts,
    });

  test("a reader is shown what helps anybody in despair, each line once", () => {
    const shown = supportResources([
      resource("Lifeline", ["suicide", "emotional_crisis"], { text: "988" }),
      resource("Veterans", ["suicide", "veterans"]),
      resource("Poison Help", ["poisoning"]),
      resource("Doctor on call", ["medical_advice"]),
      resource("Lifeline", ["suicide"]),
    ]);
    expect(shown).toEqual([{ name: "Lifeline", numbers: ["988"], text: "988", regions: ["US"] }]);
  });
});
