import fc from "fast-check";
import { expect, test } from "vitest";
import { jeffreysInterval } from "./jeffreys.ts";

const counts = fc
  .integer({ min: 1, max: 500 })
  .chain((n) => fc.record({ n: fc.constant(n), k: fc.integer({ min: 0, max: n }) }));

test("nothing of nothing has no interval", () => {
  expect(jeffreysInterval(0, 0)).toBeNull();
});

test("the bounds lie strictly within (0, 1), and contain the rate where it is neither 0 nor 1", () => {
  fc.assert(
    fc.property(counts, ({ k, n }) => {
      const { low, high } = jeffreysInterval(k, n) ?? { low: 1, high: 0 };
      expect(low).toBeGreaterThan(0);
      expect(high).toBeLessThan(1);
      expect(low).toBeLessThan(high);
      if (k > 0) expect(low).toBeLessThan(k / n);
      if (k < n) expect(high).toBeGreaterThan(k / n);
    }),
  );
});

test("one more success moves both bounds up", () => {
  fc.assert(
    fc.property(counts, ({ k, n }) => {
      fc.pre(k < n);
      expect(jeffreysInterval(k + 1, n)?.low).toBeGreaterThan(jeffreysInterval(k, n)?.low ?? 1);
      expect(jeffreysInterval(k + 1, n)?.high).toBeGreaterThan(jeffreysInterval(k, n)?.high ?? 1);
    }),
  );
});
