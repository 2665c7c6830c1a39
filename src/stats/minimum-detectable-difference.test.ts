import fc from "fast-check";
import { expect, test } from "vitest";
import { detectionPower } from "./detection-power.ts";
import { minimumDetectableDifference } from "./minimum-detectable-difference.ts";
import { pairedBinaryDeviation } from "./paired-binary-deviation.ts";
import { requiredPairs } from "./required-pairs.ts";

const standardErrors = fc.double({ min: 0.001, max: 0.5, noNaN: true });
const powers = fc.double({ min: 0.5, max: 0.99, noNaN: true });
const criticals = fc.double({ min: 1.6, max: 4, noNaN: true });

test("the detectable difference is detected with the power it was asked for", () => {
  fc.assert(
    fc.property(standardErrors, powers, criticals, (standardError, power, critical) => {
      const difference = minimumDetectableDifference({ standardError, power, critical });
      // The wrong direction adds a little to the power, at most half of what chance alone would find.
      const reached = detectionPower({ difference, standardError, critical });
      expect(reached).toBeGreaterThanOrEqual(power - 1e-9);
      expect(reached).toBeLessThan(power + 0.03);
    }),
  );
});

test("with as many pairs as required, the difference is just detectable", () => {
  fc.assert(
    fc.property(fc.double({ min: 0.01, max: 0.4, noNaN: true }), powers, (difference, power) => {
      const pairs = requiredPairs({ difference, variance: 0.2, power });
      const standardError = Math.sqrt(0.2 / pairs);
      expect(minimumDetectableDifference({ standardError, power })).toBeCloseTo(difference, 10);
    }),
  );
});

test("no difference is found as often as chance alone finds one", () => {
  expect(detectionPower({ difference: 0, standardError: 0.1 })).toBeCloseTo(0.05, 10);
});

test("more repeats ask for fewer pairs, down to what items themselves vary by", () => {
  const request = { difference: 0.03, variance: 0.1 };
  const pairs = (repeats: number) => requiredPairs({ ...request, within: [{ variance: 0.2, repeats }] });
  expect(pairs(3)).toBeLessThan(pairs(1));
  expect(pairs(1e9)).toBeCloseTo(requiredPairs(request), 3);
});

test("the deviation of a paired difference is 0 for equal outcomes and largest for opposite ones", () => {
  const rates = fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100);
  fc.assert(
    fc.property(rates, rates, fc.double({ min: -1, max: 1, noNaN: true }), (a, b, correlation) => {
      expect(pairedBinaryDeviation(a, a, 1)).toBeCloseTo(0, 7);
      expect(pairedBinaryDeviation(a, b, correlation)).toBeLessThanOrEqual(1);
      expect(pairedBinaryDeviation(a, b, correlation)).toBe(pairedBinaryDeviation(b, a, correlation));
      expect(pairedBinaryDeviation(a, b, -1)).toBeGreaterThanOrEqual(
        pairedBinaryDeviation(a, b, correlation),
      );
    }),
  );
});

test("requests that make no sense are refused", () => {
  expect(() => requiredPairs({ difference: 0, variance: 1 })).toThrow(RangeError);
  expect(() => requiredPairs({ difference: 1, variance: 1, power: 1 })).toThrow(RangeError);
  expect(() => minimumDetectableDifference({ standardError: -1 })).toThrow(RangeError);
  expect(() => minimumDetectableDifference({ standardError: 1, power: 80 })).toThrow(RangeError);
  expect(() => detectionPower({ difference: 1, standardError: 0 })).toThrow(RangeError);
  expect(() => pairedBinaryDeviation(1.2, 0.5, 0)).toThrow(RangeError);
  expect(() => pairedBinaryDeviation(0.2, 0.5, 2)).toThrow(RangeError);
});
