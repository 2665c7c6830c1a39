import fc from "fast-check";
import { expect, test } from "vitest";
import { orderForAnnotator } from "./order-for-annotator.ts";

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
