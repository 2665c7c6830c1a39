import normalCdf from "@stdlib/stats-base-dists-normal-cdf";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { minimumDetectableDifference } from "./power.ts";

describe("minimum detectable difference", () => {
  const standardErrors = fc.double({ min: 0.001, max: 0.5, noNaN: true });
  const powers = fc.double({ min: 0.5, max: 0.99, noNaN: true });
  const criticals = fc.double({ min: 1.6, max: 4, noNaN: true });

  /** Probability that a test of this size finds a difference, in either direction. */
  function detectionPower(difference: number, standardError: number, critical: number): number {
    const shift = difference / standardError;
    return normalCdf(shift - critical, 0, 1) + normalCdf(-shift - critical, 0, 1);
  }

  test("the detectable difference is detected with the power it was asked for", () => {
    fc.assert(
      fc.property(standardErrors, powers, criticals, (standardError, power, critical) => {
        const difference = minimumDetectableDifference({ standardError, power, critical });
        // The wrong direction adds a little to the power, at most half of what chance alone would find.
        const reached = detectionPower(difference, standardError, critical);
        expect(reached).toBeGreaterThanOrEqual(power - 1e-9);
        expect(reached).toBeLessThan(power + 0.03);
      }),
    );
  });

  test("requests that make no sense are refused", () => {
    expect(() => minimumDetectableDifference({ standardError: -1 })).toThrow(RangeError);
    expect(() => minimumDetectableDifference({ standardError: 1, power: 80 })).toThrow(RangeError);
  });
});
