import fc from "fast-check";
import { expect, test } from "vitest";
import { createRandom } from "../kernel/random.ts";
import { fitBetaPrior } from "./fit-beta-prior.ts";
import { shrunkRate } from "./shrunk-rate.ts";

const cell = fc
  .integer({ min: 0, max: 60 })
  .chain((n) => fc.record({ n: fc.constant(n), k: fc.integer({ min: 0, max: n }) }));

test("a shrunk rate lies between the cell's own and the prior's, within its interval", () => {
  const weights = fc.integer({ min: 1, max: 40 });
  fc.assert(
    fc.property(cell, weights, weights, ({ k, n }, a, b) => {
      const { rate, interval } = shrunkRate(k, n, { a, b });
      const prior = a / (a + b);
      const own = n === 0 ? prior : k / n;
      expect(rate).toBeGreaterThanOrEqual(Math.min(own, prior) - 1e-12);
      expect(rate).toBeLessThanOrEqual(Math.max(own, prior) + 1e-12);
      expect(interval.low).toBeGreaterThanOrEqual(0);
      expect(interval.low).toBeLessThan(rate);
      expect(interval.high).toBeGreaterThan(rate);
      expect(interval.high).toBeLessThanOrEqual(1);
    }),
  );
});

test("a fitted prior has the pooled mean, and a weight between 1 and what is allowed", () => {
  fc.assert(
    fc.property(
      fc.array(cell, { maxLength: 25 }),
      fc.integer({ min: 1, max: 50 }),
      (cells, maximumWeight) => {
        const { value } = fitBetaPrior(cells, maximumWeight);
        if (value === null) return;
        const k = cells.reduce((sum, one) => sum + one.k, 0);
        const n = cells.reduce((sum, one) => sum + one.n, 0);
        expect(value.a / (value.a + value.b)).toBeCloseTo(k / n, 10);
        expect(value.a + value.b).toBeGreaterThanOrEqual(1 - 1e-9);
        expect(value.a + value.b).toBeLessThanOrEqual(maximumWeight + 1e-9);
      },
    ),
  );
});

test("the prior behind 2,000 simulated cells is found", () => {
  const random = createRandom("prior");
  // The second smallest of nine uniform draws is Beta(2, 8).
  const cells = Array.from({ length: 2000 }, () => {
    const rate = Array.from({ length: 9 }, () => random.next()).toSorted((a, b) => a - b)[1] ?? 0;
    const n = 10 + random.below(50);
    return { k: Array.from({ length: n }, () => random.next()).filter((draw) => draw < rate).length, n };
  });
  const { value } = fitBetaPrior(cells, 1000);
  expect(Math.abs((value?.a ?? 0) - 2)).toBeLessThan(0.25);
  expect(Math.abs((value?.b ?? 0) - 8)).toBeLessThan(1);
});

test("cells that differ by no more than chance share a prior of full weight", () => {
  const alike = Array.from({ length: 10 }, () => ({ k: 3, n: 10 }));
  expect(fitBetaPrior(alike, 20).value).toEqual({ a: 6, b: 14 });
});

test("cells with nothing to share have no prior, and say why", () => {
  expect(
    fitBetaPrior(
      [
        { k: 1, n: 4 },
        { k: 0, n: 0 },
      ],
      20,
    ).reason,
  ).toMatch(/fewer than two cells/);
  expect(
    fitBetaPrior(
      [
        { k: 0, n: 4 },
        { k: 0, n: 9 },
      ],
      20,
    ).reason,
  ).toBe("all results are alike");
  expect(
    fitBetaPrior(
      [
        { k: 0, n: 1 },
        { k: 1, n: 1 },
      ],
      20,
    ).reason,
  ).toMatch(/no cell has two results/);
  expect(() => fitBetaPrior([], 0)).toThrow(RangeError);
  expect(() => shrunkRate(1, 2, { a: 0, b: 1 })).toThrow(RangeError);
});
