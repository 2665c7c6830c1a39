import { expect, test } from "vitest";
import { NumberLists, SetSightings, WordSets } from "./word-sets.ts";

const [CARE, NURSE, DOCTOR] = [0, 1, 2];

test("the same words are the same set", () => {
  const sets = new WordSets();
  const staff = sets.numberOf([NURSE, DOCTOR]);
  expect(sets.numberOf([CARE])).not.toBe(staff);
  expect(sets.numberOf([NURSE, DOCTOR])).toBe(staff);
});

test("a word knows the sets that hold it", () => {
  const sets = new WordSets();
  const staff = sets.numberOf([NURSE, DOCTOR]);
  const all = sets.numberOf([CARE, NURSE]);
  expect(sets.holding(NURSE)).toEqual([staff, all]);
  expect(sets.holding(DOCTOR)).toEqual([staff]);
  expect(sets.size).toBe(2);
});

test("every set of a list must have been met, after the place that is asked for", () => {
  const met = new NumberLists([[0], [1]]);
  const needed = new NumberLists([[], [0, 1]]);
  const seen = new SetSightings(2);
  seen.meet(met, 0, 10);
  expect(seen.hasAll(needed, 0, 9)).toBe(true);
  expect(seen.hasAll(needed, 1, 9)).toBe(false);
  seen.meet(met, 1, 20);
  expect(seen.hasAll(needed, 1, 9)).toBe(true);
  expect(seen.hasAll(needed, 1, 10)).toBe(false);
  seen.forget();
  expect(seen.hasAll(needed, 1, 0)).toBe(false);
});
