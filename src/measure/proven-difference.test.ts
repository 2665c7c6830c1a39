import { expect, test } from "vitest";
import { chanceOfChange } from "./proven-difference.ts";
import { exactly, OPEN } from "./scenario-means.ts";

const repeats = (...values: readonly number[]) => values.map(exactly);

test("one repeat shows no spread, so nobody can tell", () => {
  expect(chanceOfChange(repeats(0), repeats(1))).toBeNull();
  expect(chanceOfChange(repeats(0, 0, 0), repeats(1))).toBeNull();
  expect(chanceOfChange([], [])).toBeNull();
});

test("the more repeats agree on a change, the less likely it is chance", () => {
  const two = chanceOfChange(repeats(0, 0), repeats(1, 1));
  const four = chanceOfChange(repeats(0, 0, 0, 0), repeats(1, 1, 1, 1));
  expect(two).toBeCloseTo(1 / 3, 12);
  expect(four).toBeCloseTo(2 / 70, 12);
  expect(chanceOfChange(repeats(0, 1), repeats(0, 1))).toBe(1);
});

test("what is open never makes a change surer", () => {
  const sure = chanceOfChange(repeats(1, 1, 1), repeats(0, 0, 0)) ?? 1;
  const open = chanceOfChange(repeats(1, 1, 1), [...repeats(0, 0), OPEN]) ?? 0;
  expect(open).toBeGreaterThan(sure);
});
