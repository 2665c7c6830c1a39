import fc from "fast-check";
import { expect, test } from "vitest";
import { sequentialBounds } from "./sequential-bounds.ts";

const errorRates = fc.double({ min: 0.001, max: 0.49, noNaN: true });

test("the bounds lie on either side of 0 and mirror each other when the errors are exchanged", () => {
  fc.assert(
    fc.property(errorRates, errorRates, (falseAlarm, miss) => {
      const { accept, reject } = sequentialBounds(falseAlarm, miss);
      expect(accept).toBeGreaterThan(0);
      expect(reject).toBeLessThan(0);
      expect(sequentialBounds(miss, falseAlarm).accept).toBeCloseTo(-reject, 10);
    }),
  );
});

test("error rates of a coin toss or none are refused", () => {
  expect(() => sequentialBounds(0.5, 0.1)).toThrow(RangeError);
  expect(() => sequentialBounds(0.05, 0)).toThrow(RangeError);
});
