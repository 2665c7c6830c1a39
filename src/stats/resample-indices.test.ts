import fc from "fast-check";
import { expect, test } from "vitest";
import { resampleIndices } from "./resample-indices.ts";

test("the same seed and cluster count give the same resamples, so that models share them", () => {
  expect(resampleIndices(63, 50, "board")).toEqual(resampleIndices(63, 50, "board"));
});

test("another seed gives other resamples", () => {
  expect(resampleIndices(63, 50, "board")).not.toEqual(resampleIndices(63, 50, "another"));
});

test("asking for more resamples keeps the first ones", () => {
  expect(resampleIndices(12, 40, "board").slice(0, 10)).toEqual(resampleIndices(12, 10, "board"));
});

test("each resample draws as many clusters as there are, all of them existing ones", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 40 }),
      fc.integer({ min: 0, max: 20 }),
      fc.string(),
      (count, resamples, seed) => {
        const drawn = resampleIndices(count, resamples, seed);
        expect(drawn).toHaveLength(resamples);
        for (const indices of drawn) {
          expect(indices).toBeInstanceOf(Uint32Array);
          expect(indices).toHaveLength(count);
          for (const index of indices) expect(index).toBeLessThan(count);
        }
      },
    ),
  );
});

test("every cluster is drawn about equally often", () => {
  const drawn = new Float64Array(10);
  for (const indices of resampleIndices(10, 5000, "even")) {
    for (const index of indices) drawn[index] = (drawn[index] ?? 0) + 1;
  }
  // 5,000 expected each, standard deviation 67.
  for (const count of drawn) expect(Math.abs(count - 5000)).toBeLessThan(400);
});

test("the draws of a known seed stay what they are", () => {
  expect(resampleIndices(10, 2, "golden").map((indices) => Array.from(indices))).toEqual([
    [4, 6, 0, 5, 8, 2, 9, 7, 7, 5],
    [2, 3, 0, 5, 6, 4, 5, 7, 5, 8],
  ]);
});
