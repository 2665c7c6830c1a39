import fc from "fast-check";
import { expect, test } from "vitest";
import { wilsonInterval } from "./wilson.ts";
import { wilsonCorrectedInterval } from "./wilson-corrected.ts";

test("the corrected interval lies in [0, 1] and contains the uncorrected one", () => {
  const counts = fc.tuple(fc.nat(500), fc.nat(500)).filter(([k, rest]) => k + rest > 0);
  fc.assert(
    fc.property(counts, fc.double({ min: 0.01, max: 0.999, noNaN: true }), ([k, rest], confidence) => {
      const wide = wilsonCorrectedInterval(k, k + rest, confidence);
      const narrow = wilsonInterval(k, k + rest, confidence);
      expect(wide?.low).toBeGreaterThanOrEqual(0);
      expect(wide?.high).toBeLessThanOrEqual(1);
      expect(wide?.low).toBeLessThanOrEqual(narrow?.low ?? -1);
      expect(wide?.high).toBeGreaterThanOrEqual(narrow?.high ?? 2);
    }),
  );
});

test("nothing of nothing has no interval", () => {
  expect(wilsonCorrectedInterval(0, 0)).toBeNull();
});
