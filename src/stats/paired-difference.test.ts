import fc from "fast-check";
import { expect, test } from "vitest";
import { pairedDifference } from "./paired-difference.ts";

const difference = fc.integer({ min: -20, max: 20 }).map((twentieths) => twentieths / 20);
const clusters = fc.array(fc.array(difference, { minLength: 1, maxLength: 4 }), {
  minLength: 3,
  maxLength: 20,
});

test("Student's ten sleepers have the published t and p", () => {
  const differences = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2];
  const { value } = pairedDifference(differences.map((one) => [one]));
  // Hours of sleep gained with the first drug: t = 1.3257 on 9 degrees of freedom, p = .2176.
  expect(value?.t).toBeCloseTo(1.3257, 4);
  expect(value?.p).toBeCloseTo(0.2176, 4);
  expect(value?.degreesOfFreedom).toBe(9);
});

test("p is below 5% exactly where the 95% interval leaves out 0", () => {
  fc.assert(
    fc.property(clusters, (given) => {
      const { value } = pairedDifference(given);
      if (value === null) return;
      expect(value.interval.low).toBeLessThanOrEqual(value.mean);
      expect(value.interval.high).toBeGreaterThanOrEqual(value.mean);
      expect(value.p < 0.05).toBe(value.interval.low > 0 || value.interval.high < 0);
    }),
  );
});

test("exchanging the two sides turns the difference around and keeps p", () => {
  fc.assert(
    fc.property(clusters, (given) => {
      const one = pairedDifference(given).value;
      const other = pairedDifference(given.map((values) => values.map((value) => -value))).value;
      expect(other === null).toBe(one === null);
      expect(other?.p ?? 0).toBeCloseTo(one?.p ?? 0, 12);
      expect(other?.mean ?? 0).toBeCloseTo(-(one?.mean ?? 0), 12);
    }),
  );
});

test("a constant difference has no test, however it was rounded", () => {
  for (const given of [
    [[0.1], [0.1], [0.1]],
    [[0], [0], [0, 0]],
    [
      [0.1, 0.3],
      [0.2, 0.2],
      [0.3, 0.1],
    ],
  ]) {
    expect(pairedDifference(given)).toEqual({ value: null, reason: expect.stringMatching(/by the same/) });
  }
});

test("fewer than two clusters have no test", () => {
  expect(pairedDifference([[0.1, 0.2]]).reason).toMatch(/one cluster/);
  expect(pairedDifference([]).reason).toMatch(/nothing/);
});
