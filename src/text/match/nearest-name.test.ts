import { expect, test } from "vitest";
import { askIfMeant, namesLike, nearestName } from "./nearest-name.ts";

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

const IDS = [
  "sim__careful/safety_crisis_bin_days_001.r1",
  "sim__brittle/safety_crisis_bin_days_001.r1",
  "sim__brittle/empathy_first_week_002.r1",
];

test.each([
  ["a pattern with a slip", "sim__britle/*", IDS.slice(1)],
  ["a name without what stands around it", "safety_crisis_bin_day_001", IDS.slice(0, 2)],
  ["a part of a name", "first_week", IDS.slice(2)],
  ["another thing", "nobody*", []],
  ["no plain part", "*?*", []],
  ["an endless part", "x".repeat(100_000), []],
])("%s leads to the names it may have meant", (_name, pattern, meant) => {
  expect(namesLike(pattern, IDS)).toEqual(meant);
});

test("of many names that are alike a few are named, as a question", () => {
  const many = Array.from({ length: 2000 }, (_, index) => `night_${index}`);
  expect(askIfMeant(namesLike("niht_*", many))).toBe('Did you mean "night_0", "night_1" or "night_2"? ');
  expect(askIfMeant(["one"])).toBe('Did you mean "one"? ');
  expect(askIfMeant([])).toBe("");
});
