import fc from "fast-check";
import { expect, test } from "vitest";
import { clopperPearsonInterval } from "./clopper-pearson.ts";
import { trialsForBound } from "./trials-for-bound.ts";

test("the exact bound holds with that many trials and not with one fewer", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), fc.nat(6), (percent, failures) => {
      const trials = trialsForBound(percent / 100, failures);
      const upper = (n: number) => clopperPearsonInterval(failures, n, 0.9)?.high ?? 1;
      expect(upper(trials)).toBeLessThanOrEqual(percent / 100 + 1e-9);
      if (trials > failures + 1) expect(upper(trials - 1)).toBeGreaterThan(percent / 100 - 1e-9);
    }),
    { numRuns: 50 },
  );
});

test("bounds, counts and confidences that make no sense are refused", () => {
  expect(() => trialsForBound(0)).toThrow(RangeError);
  expect(() => trialsForBound(0.1, -1)).toThrow(RangeError);
  expect(() => trialsForBound(0.1, 0, 1)).toThrow(RangeError);
});
