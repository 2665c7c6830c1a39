import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clopperPearsonInterval, newcombePairedInterval, wilsonInterval } from "./intervals.ts";

describe("wilson", () => {
  const counts = fc
    .integer({ min: 1, max: 5000 })
    .chain((n) => fc.record({ n: fc.constant(n), k: fc.integer({ min: 0, max: n }) }));
  const confidences = fc.double({ min: 0.01, max: 0.999, noNaN: true });

  function interval(k: number, n: number, confidence?: number): { low: number; high: number } {
    const found = wilsonInterval(k, n, confidence);
    if (found === null) throw new Error(`no interval for ${k}/${n}`);
    return found;
  }

  test.each([
    [0, 10, 0, 0.277533],
    [0, 63, 0, 0.057471],
    [1, 63, 0.002807, 0.084585],
    [5, 63, 0.034376, 0.172703],
    [3, 36, 0.028749, 0.218267],
    [20, 100, 0.133367, 0.288829],
  ])("%i of %i gives the reference interval to six digits", (k, n, low, high) => {
    expect(interval(k, n).low).toBeCloseTo(low, 6);
    expect(interval(k, n).high).toBeCloseTo(high, 6);
  });

  test.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])("%i of %i gives Newcombe's 1998 interval without continuity correction", (k, n, low, high) => {
    expect(interval(k, n).low).toBeCloseTo(low, 4);
    expect(interval(k, n).high).toBeCloseTo(high, 4);
  });

  test("nothing of nothing has no interval", () => {
    expect(wilsonInterval(0, 0)).toBeNull();
  });

  test("the bound is exactly 0 where nothing failed and exactly 1 where everything did", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), confidences, (n, confidence) => {
        expect(interval(0, n, confidence).low).toBe(0);
        expect(interval(n, n, confidence).high).toBe(1);
        expect(interval(0, n, confidence).high).toBeGreaterThan(0);
        expect(interval(n, n, confidence).low).toBeLessThan(1);
      }),
    );
  });

  test("the interval lies in [0, 1] and contains the observed rate", () => {
    fc.assert(
      fc.property(counts, confidences, ({ k, n }, confidence) => {
        const { low, high } = interval(k, n, confidence);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(low).toBeLessThanOrEqual(k / n);
        expect(high).toBeGreaterThanOrEqual(k / n);
        expect(high).toBeLessThanOrEqual(1);
      }),
    );
  });

  test("one more success moves both bounds up", () => {
    fc.assert(
      fc.property(counts, ({ k, n }) => {
        fc.pre(k < n);
        const before = interval(k, n);
        const after = interval(k + 1, n);
        expect(after.low).toBeGreaterThan(before.low);
        expect(after.high).toBeGreaterThan(before.high);
      }),
    );
  });

  test("successes and failures mirror each other", () => {
    fc.assert(
      fc.property(counts, ({ k, n }) => {
        expect(interval(n - k, n).low).toBeCloseTo(1 - interval(k, n).high, 12);
      }),
    );
  });

  test("more confidence is a wider interval", () => {
    expect(interval(5, 63, 0.99).low).toBeLessThan(interval(5, 63, 0.95).low);
    expect(interval(5, 63, 0.99).high).toBeGreaterThan(interval(5, 63, 0.95).high);
  });

  test("counts that are no counts are refused", () => {
    for (const [k, n] of [
      [-1, 3],
      [4, 3],
      [0.5, 3],
      [0, -1],
      [0, Number.NaN],
    ] as const) {
      expect(() => wilsonInterval(k, n)).toThrow(RangeError);
    }
  });
});

describe("clopper pearson", () => {
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
});

describe("newcombe paired", () => {
  const pairs = fc
    .record({ both: fc.nat(60), onlyFirst: fc.nat(60), onlySecond: fc.nat(60), neither: fc.nat(60) })
    .filter(({ both, onlyFirst, onlySecond, neither }) => both + onlyFirst + onlySecond + neither > 0);

  test("the interval lies in [-1, 1] and contains the difference", () => {
    fc.assert(
      fc.property(pairs, (counts) => {
        const { value } = newcombePairedInterval(counts);
        expect(value?.interval.low).toBeGreaterThanOrEqual(-1);
        expect(value?.interval.high).toBeLessThanOrEqual(1);
        expect(value?.interval.low).toBeLessThanOrEqual(value?.difference ?? -2);
        expect(value?.interval.high).toBeGreaterThanOrEqual(value?.difference ?? 2);
      }),
    );
  });

  test("exchanging the sides, or yes and no, turns it around", () => {
    fc.assert(
      fc.property(pairs, (counts) => {
        const { both, onlyFirst, onlySecond, neither } = counts;
        const given = newcombePairedInterval(counts).value;
        for (const turned of [
          { both, onlyFirst: onlySecond, onlySecond: onlyFirst, neither },
          { both: neither, onlyFirst: onlySecond, onlySecond: onlyFirst, neither: both },
        ]) {
          const mirrored = newcombePairedInterval(turned).value;
          expect(mirrored?.interval.low).toBeCloseTo(-(given?.interval.high ?? 2), 10);
          expect(mirrored?.interval.high).toBeCloseTo(-(given?.interval.low ?? 2), 10);
        }
      }),
    );
  });

  test("without a pair there is no interval, and what is no count is refused", () => {
    const none = { both: 0, onlyFirst: 0, onlySecond: 0, neither: 0 };
    expect(newcombePairedInterval(none)).toEqual({ value: null, reason: "there is no pair to compare" });
    expect(() => newcombePairedInterval({ ...none, both: 0.5 })).toThrow(RangeError);
  });
});
