import fc from "fast-check";
import { expect, test } from "vitest";
import { sampleCovariance, sampleMean, sampleVariance, sum } from "./sums.ts";

const values = fc.array(
  fc.integer({ min: -1000, max: 1000 }).map((thousandths) => thousandths / 1000),
  {
    minLength: 2,
    maxLength: 50,
  },
);

test("a sum keeps what adding in turn would lose", () => {
  expect(sum([1, 1e100, 1, -1e100])).toBe(2);
  expect(sum(new Array<number>(10).fill(0.1))).toBe(1);
  expect(sum([])).toBe(0);
});

test("mean, variance and covariance of a few numbers", () => {
  expect(sampleMean([1, 2, 3, 6])).toBe(3);
  expect(sampleVariance([1, 2, 3, 6])).toBeCloseTo(14 / 3, 12);
  expect(sampleCovariance([1, 2, 3, 6], [2, 4, 6, 12])).toBeCloseTo(28 / 3, 12);
});

test("a sample covaries with itself as much as it varies, and moving it changes neither", () => {
  fc.assert(
    fc.property(values, fc.integer({ min: -10, max: 10 }), (sample, shift) => {
      const moved = sample.map((value) => value + shift);
      expect(sampleCovariance(sample, sample)).toBeCloseTo(sampleVariance(sample), 12);
      expect(sampleVariance(moved)).toBeCloseTo(sampleVariance(sample), 10);
    }),
  );
});

test("too few values, and samples that are no pairs, are refused", () => {
  expect(() => sampleMean([])).toThrow(RangeError);
  expect(() => sampleVariance([1])).toThrow(RangeError);
  expect(() => sampleCovariance([1, 2], [1, 2, 3])).toThrow(RangeError);
});
