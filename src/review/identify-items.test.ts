import { expect, test } from "vitest";
import { identifyItems } from "./identify-items.ts";
import { keyOf } from "./review.fixture.ts";

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
