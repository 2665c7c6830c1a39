import fc from "fast-check";
import { expect, test } from "vitest";
import { lowerLimit, pAbove, pBelow, upperLimit } from "./subset-means.ts";
import { swapMeans } from "./swap-means.ts";

const group = (size: number) =>
  fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: size, maxLength: size });

test("of small groups it is the exact permutation test", () => {
  // Of the 20 ways to choose three of six, only the observed one has a mean as high.
  const swaps = swapMeans([4, 5, 6], [1, 2, 3]);
  expect(swaps).toMatchObject({ empty: 1, isExact: true });
  expect(swaps.means).toHaveLength(19);
  expect(pAbove(swaps, 0)).toBe(1 / 20);
  expect(pBelow(swaps, 0)).toBe(1);
});

test("groups that are all alike prove nothing, however large", () => {
  const swaps = swapMeans(
    Array.from({ length: 20 }, () => 1),
    Array.from({ length: 30 }, () => 1),
  );
  expect(pAbove(swaps, 0)).toBe(1);
  expect(pBelow(swaps, 0)).toBe(1);
});

test("a value of the first group that falls, and one of the second that rises, never make it surer above", () => {
  fc.assert(
    fc.property(
      group(6),
      group(9),
      fc.nat(14),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (first, second, at, by) => {
        const before = pAbove(swapMeans(first, second), 0);
        const worse = swapMeans(
          first.map((value, index) => (index === at ? value - by : value)),
          second.map((value, index) => (index + 6 === at ? value + by : value)),
        );
        expect(pAbove(worse, 0)).toBeGreaterThanOrEqual(before);
      },
    ),
    { numRuns: 60 },
  );
});

test("p and limits never contradict each other", () => {
  fc.assert(
    fc.property(group(7), group(12), (first, second) => {
      const swaps = swapMeans(first, second);
      if (lowerLimit(swaps, 0.025) > 1e-6) expect(pAbove(swaps, 0)).toBeLessThanOrEqual(0.025);
      if (upperLimit(swaps, 0.025) < -1e-6) expect(pBelow(swaps, 0)).toBeLessThanOrEqual(0.025);
    }),
    { numRuns: 40 },
  );
});
