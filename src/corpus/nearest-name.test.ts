import fc from "fast-check";
import { expect, test } from "vitest";
import { editDistance, nearestName } from "./nearest-name.ts";

test("a swap, a loss, an addition and a change each count as one", () => {
  expect(editDistance("levels", "levles")).toBe(1);
  expect(editDistance("levels", "levls")).toBe(1);
  expect(editDistance("levels", "levvels")).toBe(1);
  expect(editDistance("levels", "lavels")).toBe(1);
  expect(editDistance("", "abc")).toBe(3);
});

test("the distance is symmetric, and zero only between equals", () => {
  const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 8 });
  fc.assert(
    fc.property(word, word, (a, b) => {
      expect(editDistance(a, b)).toBe(editDistance(b, a));
      expect(editDistance(a, b) === 0).toBe(a === b);
    }),
  );
});

test("the nearest name is found in any case, and nothing is guessed from afar", () => {
  const known = ["user_message", "expected_behaviors", "rubric"];
  expect(nearestName("user_mesage", known)).toBe("user_message");
  expect(nearestName("Rubric", known)).toBe("rubric");
  expect(nearestName("expected_behaviours", known)).toBe("expected_behaviors");
  expect(nearestName("weather", known)).toBeUndefined();
  expect(nearestName("x".repeat(100_000), known)).toBeUndefined();
});
