import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  betaCdf,
  betaQuantile,
  binomialCdf,
  binomialPmf,
  criticalZ,
  quantile,
  tQuantile,
} from "./distributions.ts";
import { normalQuantile } from "./normal-quantile.ts";
import { tCdf } from "./t-distribution.fixture.ts";

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

describe("what holds of any distribution", () => {
  const probabilities = fc.double({ min: 1e-12, max: 1 - 1e-12, noNaN: true });
  const shapes = fc.integer({ min: 1, max: 4000 }).map((halves) => halves / 2);

  test("a quantile leads back to its probability", () => {
    fc.assert(
      fc.property(probabilities, shapes, shapes, (p, a, b) => {
        const x = betaQuantile(p, a, b);
        // Close to 1 the last digit of x itself moves the tail.
        if (x > 1e-300 && x < 1 - 1e-6) expect(Math.abs(betaCdf(x, a, b) / p - 1)).toBeLessThan(1e-9);
        expect(Math.abs(tCdf(tQuantile(p, a), a) / p - 1)).toBeLessThan(1e-11);
      }),
    );
  });

  test("both tails are alike where the distribution is symmetric, and swapped where its shapes are", () => {
    fc.assert(
      fc.property(probabilities, shapes, shapes, (p, a, b) => {
        const upper = 1 - p;
        // `+ 0` because no quantile is minus nothing.
        expect(tQuantile(upper, a)).toBe(-tQuantile(1 - upper, a) + 0);
        expect(normalQuantile(upper)).toBe(-normalQuantile(1 - upper) + 0);
        expect(betaQuantile(upper, a, b) + betaQuantile(1 - upper, b, a)).toBeCloseTo(1, 12);
        expect(betaCdf(0.25, a, b) + betaCdf(0.75, b, a)).toBeCloseTo(1, 12);
      }),
    );
  });

  test("more probability never means a smaller quantile, nor a larger value a smaller tail", () => {
    fc.assert(
      fc.property(probabilities, probabilities, shapes, shapes, (p, q, a, b) => {
        const [low, high] = p < q ? [p, q] : [q, p];
        // Neighbours in the last digits may round either way.
        fc.pre(high - low > 1e-9);
        expect(normalQuantile(low)).toBeLessThan(normalQuantile(high));
        expect(tQuantile(low, a)).toBeLessThan(tQuantile(high, a));
        expect(betaQuantile(low, a, b)).toBeLessThanOrEqual(betaQuantile(high, a, b));
        expect(betaCdf(low, a, b)).toBeLessThanOrEqual(betaCdf(high, a, b) + 1e-13);
      }),
    );
  });

  test("binomial terms sum to their tail", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60 }), fc.nat(60), probabilities, (n, k, rate) => {
        let terms = 0;
        for (let i = 0; i <= k; i += 1) terms += binomialPmf(i, n, rate);
        expect(terms).toBeCloseTo(binomialCdf(k, n, rate), 12);
      }),
    );
  });

  test("with one degree of freedom t is Cauchy's, whose tail is an arc tangent", () => {
    for (const t of [1e-9, 1e-6, 1e-3, 0.1, 1, 10, 1e4, 1e8]) {
      expect(Math.abs(tCdf(-t, 1) / (Math.atan(1 / t) / Math.PI) - 1)).toBeLessThan(1e-14);
    }
  });

  test("the ends are exact", () => {
    const [none, all] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    expect([normalQuantile(0), normalQuantile(0.5), normalQuantile(1)]).toEqual([none, 0, all]);
    expect([tQuantile(0, 3), tQuantile(0.5, 3), tQuantile(1, 3)]).toEqual([none, 0, all]);
    expect([tCdf(none, 3), tCdf(0, 3), tCdf(1e200, 3), tCdf(all, 3)]).toEqual([0, 0.5, 1, 1]);
    expect([betaQuantile(0, 2, 3), betaQuantile(1, 2, 3)]).toEqual([0, 1]);
    expect([betaCdf(-1, 2, 3), betaCdf(2, 2, 3)]).toEqual([0, 1]);
    expect([binomialPmf(0, 5, 0), binomialPmf(1, 5, 0), binomialPmf(5, 5, 1)]).toEqual([1, 0, 1]);
    expect([binomialCdf(-1, 5, 0.5), binomialCdf(0, 0, 0.5)]).toEqual([0, 1]);
    expect([binomialCdf(2, 5, 0), binomialCdf(2, 5, 1)]).toEqual([1, 0]);
  });

  test("what is no probability, shape or count is refused", () => {
    for (const refused of [
      () => normalQuantile(1.1),
      () => normalQuantile(Number.NaN),
      () => tQuantile(-0.1, 3),
      () => tQuantile(0.5, 0),
      () => tCdf(Number.NaN, 3),
      () => tCdf(1, -1),
      () => betaQuantile(2, 1, 1),
      () => betaQuantile(0.5, 0, 1),
      () => betaCdf(0.5, 1, Number.NaN),
      () => betaCdf(Number.NaN, 1, 1),
      () => binomialPmf(1, 2.5, 0.5),
      () => binomialCdf(1, 2, -0.5),
      () => binomialCdf(Number.NaN, 2, 0.5),
    ]) {
      expect(refused).toThrow(RangeError);
    }
  });
});
