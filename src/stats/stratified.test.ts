import fc from "fast-check";
import { expect, test } from "vitest";
import { type SampledStratum, stratifiedEstimate } from "./stratified.ts";

const anyStratum = fc
  .record({ size: fc.integer({ min: 1, max: 500 }), part: fc.double({ min: 0, max: 1, noNaN: true }) })
  .chain(({ size, part }) => {
    const sampled = Math.max(1, Math.round(size * part));
    return fc.record({
      size: fc.constant(size),
      sampled: fc.constant(sampled),
      yes: fc.integer({ min: 0, max: sampled }),
      open: fc.constant(0),
    });
  });
const someStrata = fc.array(anyStratum, { minLength: 1, maxLength: 6 });

/** The rate over all strata. */
function rateOf(strata: readonly SampledStratum[]) {
  const all = strata.reduce((sum, { size }) => sum + size, 0);
  const found = stratifiedEstimate(strata, (shares) => ({
    value: strata.reduce((sum, { size }, index) => sum + size * (shares[index] ?? 0), 0) / all,
  }));
  if (found.value === null) throw new Error("a rate of strata is defined");
  return found.value;
}

test("every stratum counts by its size, however many of it were sampled", () => {
  const strata = [
    { size: 100, sampled: 40, yes: 30, open: 0 },
    { size: 900, sampled: 40, yes: 2, open: 0 },
  ];
  expect(rateOf(strata).value).toBeCloseTo(0.1 * 0.75 + 0.9 * 0.05, 12);
});

test("the interval holds the estimate and stays in [0, 1]", () => {
  fc.assert(
    fc.property(someStrata, (strata) => {
      const { value, interval } = rateOf(strata);
      expect(interval.low).toBeLessThanOrEqual(value + 1e-12);
      expect(interval.high).toBeGreaterThanOrEqual(value - 1e-12);
      expect(interval.low).toBeGreaterThanOrEqual(0);
      expect(interval.high).toBeLessThanOrEqual(1);
    }),
  );
});

test("where everything was sampled nothing is uncertain, and where nothing was everything is", () => {
  const whole = rateOf([{ size: 20, sampled: 20, yes: 5, open: 0 }]);
  expect(whole.value).toBe(0.25);
  expect(whole.interval.low).toBeCloseTo(0.25, 12);
  expect(whole.interval.high).toBeCloseTo(0.25, 12);
  const nothing = rateOf([{ size: 20, sampled: 0, yes: 0, open: 0, elsewhere: 0.1 }]);
  expect(nothing).toEqual({ value: 0.1, interval: { low: 0, high: 1 } });
});

test("no failure in a sample is no proof that there is none", () => {
  const { value, interval } = rateOf([{ size: 1000, sampled: 50, yes: 0, open: 0 }]);
  expect(value).toBe(0);
  expect(interval.low).toBe(0);
  expect(interval.high).toBeGreaterThan(0.02);
});

test("what is open never raises the lower end and never lowers the upper one", () => {
  fc.assert(
    fc.property(someStrata, (strata) => {
      const open = strata.map((stratum) => ({ ...stratum, open: stratum.sampled - stratum.yes }));
      const [before, after] = [rateOf(strata).interval, rateOf(open).interval];
      expect(after.low).toBeLessThanOrEqual(before.low + 1e-12);
      expect(after.high).toBeGreaterThanOrEqual(before.high - 1e-12);
    }),
  );
});

test("a statistic that is undefined has its reason and no interval", () => {
  const found = stratifiedEstimate([{ size: 9, sampled: 3, yes: 0, open: 0 }], () => ({
    value: null,
    reason: "nothing to divide by",
  }));
  expect(found).toEqual({ value: null, reason: "nothing to divide by" });
});

test("a sample larger than its stratum, or more answers than sampled, is a mistake of the caller", () => {
  expect(() => rateOf([{ size: 3, sampled: 4, yes: 0, open: 0 }])).toThrow(RangeError);
  expect(() => rateOf([{ size: 9, sampled: 4, yes: 3, open: 2 }])).toThrow(RangeError);
});
