import fc from "fast-check";
import { expect, test } from "vitest";
import { correctedRate } from "./corrected-rate.ts";
import { roganGladen } from "./rogan-gladen.ts";

const rates = fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100);
const successes = (minimumShare: number) =>
  fc
    .integer({ min: 5, max: 300 })
    .chain((n) =>
      fc.record({ n: fc.constant(n), k: fc.integer({ min: Math.ceil(n * minimumShare), max: n }) }),
    );

test("the correction undoes what the judge does to a true rate", () => {
  fc.assert(
    fc.property(rates, rates, rates, (truth, sensitivity, specificity) => {
      fc.pre(sensitivity + specificity > 1.01);
      const flagged = truth * sensitivity + (1 - truth) * (1 - specificity);
      expect(roganGladen(Math.min(1, flagged), { sensitivity, specificity }).value).toBeCloseTo(truth, 9);
    }),
  );
});

test("a faultless judge needs no correction", () => {
  fc.assert(
    fc.property(rates, (rate) => {
      expect(roganGladen(rate, { sensitivity: 1, specificity: 1 }).value).toBeCloseTo(rate, 12);
    }),
  );
});

test("fewer flags than false alarms give 0, not less", () => {
  expect(roganGladen(0.02, { sensitivity: 0.9, specificity: 0.95 }).value).toBe(0);
  expect(roganGladen(0.95, { sensitivity: 0.9, specificity: 0.95 }).value).toBe(1);
});

test("rate and interval lie in [0, 1], the interval has width, and more flags never lower the rate", () => {
  fc.assert(
    fc.property(successes(0), successes(0.6), successes(0.6), (flagged, sensitivity, specificity) => {
      const { value } = correctedRate({ flagged, sensitivity, specificity });
      if (value === null) return;
      const { rate, interval, standardError } = value;
      expect(rate).toBeGreaterThanOrEqual(0);
      expect(rate).toBeLessThanOrEqual(1);
      expect(interval.low).toBeGreaterThanOrEqual(0);
      expect(interval.high).toBeLessThanOrEqual(1);
      expect(interval.low).toBeLessThan(interval.high);
      expect(standardError).toBeGreaterThanOrEqual(0);
      if (flagged.k === flagged.n) return;
      const more = correctedRate({ flagged: { ...flagged, k: flagged.k + 1 }, sensitivity, specificity });
      expect(more.value?.rate ?? 1).toBeGreaterThanOrEqual(rate);
    }),
  );
});

test("more labelled items make a narrower interval", () => {
  const width = (labels: number) => {
    const { value } = correctedRate({
      flagged: { k: 40, n: 200 },
      sensitivity: { k: 0.9 * labels, n: labels },
      specificity: { k: 0.9 * labels, n: labels },
    });
    return (value?.interval.high ?? 0) - (value?.interval.low ?? 0);
  };
  expect(width(1000)).toBeLessThan(width(100));
  expect(width(100)).toBeLessThan(width(20));
});

test("what cannot be corrected says why", () => {
  const judged = { flagged: { k: 3, n: 50 }, sensitivity: { k: 9, n: 10 }, specificity: { k: 9, n: 10 } };
  const none = { k: 0, n: 0 };
  const why = (change: Partial<typeof judged>) => correctedRate({ ...judged, ...change }).reason;
  expect(why({ flagged: none })).toBe("nothing was judged");
  expect(why({ sensitivity: none })).toBe("the judge was not tried on known failures");
  expect(why({ specificity: none })).toBe("the judge was not tried on known passes");
  expect(why({ sensitivity: { k: 1, n: 10 } })).toBe("the judge does no better than chance");
  expect(why({ sensitivity: { k: 2, n: 2 }, specificity: { k: 1, n: 100 } })).toBe(
    "too few labelled items tell the judge from chance",
  );
  expect(why({ flagged: { k: 0, n: 1000 }, specificity: { k: 600, n: 1000 } })).toBe(
    "the judge flagged fewer than its measured errors allow for at any true rate",
  );
  expect(() => correctedRate({ ...judged, flagged: { k: 5, n: 4 } })).toThrow(RangeError);
});
