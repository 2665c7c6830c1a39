import fc from "fast-check";
import { expect, test } from "vitest";
import { InternPool } from "./intern-pool.ts";

test("parts that are alike become one, whatever is shared says what it said, and no more are remembered than agreed", () => {
  fc.assert(
    fc.property(
      fc.array(fc.dictionary(fc.string(), fc.integer())),
      fc.integer({ min: 1, max: 4 }),
      (all, most) => {
        const parts = new InternPool(most);
        expect(all.map((part) => parts.of(part))).toEqual(all);
      },
    ),
  );
  const parts = new InternPool(2);
  const first = parts.of({ low: 0, high: 1 });
  expect(parts.of({ low: 0, high: 1 })).toBe(first);
  parts.of({ low: 0 });
  parts.of({ low: 1 });
  expect(parts.of({ low: 0, high: 1 })).not.toBe(first);
});

test("nothing stays nothing, and what has no JSON goes by its name", () => {
  const parts = new InternPool();
  expect(parts.of(null)).toBeNull();
  const [one, other] = [new Map([["a", 1]]), new Map([["b", 2]])];
  expect(parts.named("a1", one)).toBe(one);
  expect(parts.named("b2", other)).toBe(other);
  expect(parts.named("a1", new Map([["a", 1]]))).toBe(one);
});
