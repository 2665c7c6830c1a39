import { expect, test } from "vitest";
import { nearestName } from "./nearest-name.ts";

const KNOWN = ["user_message", "expected_behaviors", "rubric", "levels"];

test.each([
  ["a lost letter", "user_mesage", "user_message"],
  ["an added letter", "expected_behaviours", "expected_behaviors"],
  ["two letters swapped", "levles", "levels"],
  ["another case", "Rubric", "rubric"],
])("%s leads back to the name", (_name, misspelt, meant) => {
  expect(nearestName(misspelt, KNOWN)).toBe(meant);
});

test("the nearest of several wins, and the first of equally near ones", () => {
  expect(nearestName("tag", ["tags_any", "tags", "tagz"])).toBe("tags");
});

test("nothing is guessed from afar", () => {
  expect(nearestName("weather", KNOWN)).toBeUndefined();
  expect(nearestName("x".repeat(100_000), KNOWN)).toBeUndefined();
  expect(nearestName("x", [])).toBeUndefined();
});
