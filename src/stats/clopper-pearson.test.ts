import fc from "fast-check";
import { expect, test } from "vitest";
import { clopperPearsonInterval } from "./clopper-pearson.ts";

const counts = fc
  .integer({ min: 1, max: 500 })
  .chain((n) => fc.record({ n: fc.constant(n), k: fc.integer({ min: 0, max: n }) }));

function interval(k: number, n: number, confidence?: number): { low: number; high: number } {
  const found = clopperPearsonInterval(k, n, confidence);
  if (found === null) throw new Error(`no interval for ${k}/${n}`);
  return found;
}

test("nothing of nothing has no interval", () => {
  expect(clopperPearsonInterval(0, 0)).toBeNull();
});

test("the interval lies in [0, 1] and contains the observed rate", () => {
  fc.assert(
    fc.property(counts, ({ k, n }) => {
      const { low, high } = interval(k, n);
      expect(low).toBeGreaterThanOrEqual(0);
      expect(low).toBeLessThanOrEqual(k / n);
      expect(high).toBeGreaterThanOrEqual(k / n);
      expect(high).toBeLessThanOrEqual(1);
    }),
  );
});

test("successes and failures mirror each other", () => {
  fc.assert(
    fc.property(counts, ({ k, n }) => {
      expect(interval(n - k, n).low).toBeCloseTo(1 - interval(k, n).high, 9);
    }),
  );
});

test("no failure in 59 bounds the rate by 5% with one-sided 95% confidence", () => {
  expect(interval(0, 59, 0.9).high).toBeLessThan(0.05);
  expect(interval(0, 58, 0.9).high).toBeGreaterThan(0.05);
});

test("counts that are no counts, or a confidence outside (0, 1), are refused", () => {
  expect(() => clopperPearsonInterval(4, 3)).toThrow(RangeError);
  expect(() => clopperPearsonInterval(1, 3, 95)).toThrow(RangeError);
});
