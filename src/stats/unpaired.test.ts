import fc from "fast-check";
import { expect, test } from "vitest";
import { wilsonInterval } from "./intervals.ts";
import { countedRate, unpairedDifference } from "./unpaired.ts";

const anyRate = fc
  .integer({ min: 1, max: 5000 })
  .chain((of) => fc.integer({ min: 0, max: of }).map((yes) => countedRate(yes, of)));

test("Newcombe's own examples come out, to four decimals", () => {
  // Newcombe 1998, table II, method 10, with the sign of the second minus the first.
  const examples = [
    [56, 70, 48, 80, -0.3339, -0.0524],
    [9, 10, 3, 10, -0.809, -0.1705],
    [10, 10, 0, 20, -1, -0.6791],
    [0, 10, 0, 20, -0.2775, 0.1611],
  ] as const;
  for (const [yes, of, later, ofLater, low, high] of examples) {
    const { interval } = unpairedDifference(countedRate(yes, of), countedRate(later, ofLater));
    expect(interval.low).toBeCloseTo(low, 4);
    expect(interval.high).toBeCloseTo(high, 4);
  }
});

test("the p-value says what the interval says", () => {
  fc.assert(
    fc.property(anyRate, anyRate, (first, second) => {
      const { interval, pValue } = unpairedDifference(first, second, 0.95);
      const leavesOutZero = interval.low > 0 || interval.high < 0;
      if (Math.abs(pValue - 0.05) > 1e-6) expect(pValue < 0.05).toBe(leavesOutZero);
    }),
  );
});

test("whichever is called the first, the difference turns round and stays as wide", () => {
  fc.assert(
    fc.property(anyRate, anyRate, (first, second) => {
      const [one, other] = [unpairedDifference(first, second), unpairedDifference(second, first)];
      expect(one.difference).toBeCloseTo(-other.difference, 12);
      expect(one.interval.low).toBeCloseTo(-other.interval.high, 12);
      expect(one.pValue).toBeCloseTo(other.pValue, 9);
    }),
  );
});

test("where no level leaves out zero, as with much that is open, the p-value is 1", () => {
  const open = (value: number) => ({
    value,
    intervalAt: (confidence: number) => {
      if (!(confidence > 0 && confidence < 1)) throw new RangeError(`confidence is ${confidence}`);
      return { low: value - 0.3, high: value + 0.3 };
    },
  });
  expect(unpairedDifference(open(0.4), open(0.5)).pValue).toBe(1);
});

test("a rate is the Wilson interval's, and of nothing there is none", () => {
  expect(countedRate(3, 40).intervalAt(0.9)).toEqual(wilsonInterval(3, 40, 0.9));
  expect(() => countedRate(0, 0).intervalAt(0.95)).toThrow(RangeError);
});
