import { expect, test } from "vitest";
import { WordSets } from "./word-sets.ts";

const [CARE, NURSE, DOCTOR] = [0, 1, 2];

test("the same words are the same set", () => {
  const sets = new WordSets();
  const staff = sets.numberOf([NURSE, DOCTOR]);
  expect(sets.numberOf([CARE])).not.toBe(staff);
  expect(sets.numberOf([NURSE, DOCTOR])).toBe(staff);
});

test("one word of each set is enough, from the place on that is asked for", () => {
  const sets = new WordSets();
  const needed = [sets.numberOf([NURSE, DOCTOR]), sets.numberOf([CARE])];
  const seen = sets.sightings();
  seen.found(DOCTOR, 10);
  expect(seen.hasAll(needed, 0)).toBe(false);
  seen.found(CARE, 20);
  expect(seen.hasAll(needed, 10)).toBe(true);
  expect(seen.hasAll(needed, 11)).toBe(false);
});

test("a word that starts earlier and is told later hides nothing", () => {
  const sets = new WordSets();
  const needed = [sets.numberOf([NURSE, DOCTOR])];
  const seen = sets.sightings();
  seen.found(NURSE, 30);
  seen.found(DOCTOR, 25);
  expect(seen.hasAll(needed, 30)).toBe(true);
});
