import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { criticalZ, quantile } from "./distributions.ts";

describe("critical z", () => {
  test.each([
    [0.5, 0.6744897501960817],
    [0.9, 1.6448536269514722],
    [0.95, 1.959963984540054],
    [0.99, 2.5758293035489004],
    [0.999, 3.2905267314918945],
  ])("the central %s of a normal ends at %s", (confidence, z) => {
    expect(criticalZ(confidence)).toBeCloseTo(z, 12);
  });

  test("a confidence outside (0, 1) is refused", () => {
    for (const confidence of [0, 1, -0.1, 95, Number.NaN])
      expect(() => criticalZ(confidence)).toThrow(RangeError);
  });
});

describe("quantile", () => {
  test.each([
    [[1, 2, 3, 4], 0.25, 1.75],
    [[1, 2, 3, 4], 0.5, 2.5],
    [[1, 2, 3, 4], 0.025, 1.075],
    [[1, 2, 3, 4], 0.975, 3.925],
    [[7], 0.3, 7],
    [[1, 10, 100], 0, 1],
    [[1, 10, 100], 1, 100],
  ])("of %j at %d is numpy's %d", (values, probability, expected) => {
    expect(quantile(values, probability)).toBeCloseTo(expected, 12);
  });

  test("a quantile lies between the extremes and grows with its probability", () => {
    const values = fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 1 });
    const unit = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(values, unit, unit, (numbers, p, q) => {
        const ascending = numbers.toSorted((a, b) => a - b);
        const low = quantile(ascending, Math.min(p, q));
        const high = quantile(ascending, Math.max(p, q));
        expect(low).toBeLessThanOrEqual(high);
        expect(low).toBeGreaterThanOrEqual(Math.min(...numbers));
        expect(high).toBeLessThanOrEqual(Math.max(...numbers));
      }),
    );
  });

  test("no values have no quantile, and a probability lies in [0, 1]", () => {
    expect(() => quantile([], 0.5)).toThrow(RangeError);
    expect(() => quantile([1, 2], 1.5)).toThrow(RangeError);
  });
});
