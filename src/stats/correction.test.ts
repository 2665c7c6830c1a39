import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { correctedRate, predictionPoweredRate, roganGladen } from "./correction.ts";
import { sampleMean } from "./sums.ts";

describe("corrected rate", () => {
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
});

describe("prediction powered rate", () => {
  const verdict = fc.constantFrom(0, 1);
  const worlds = fc.record({
    labelled: fc.array(fc.tuple(verdict, verdict), { minLength: 2, maxLength: 40 }),
    judgedUnlabelled: fc.array(verdict, { minLength: 2, maxLength: 80 }),
  });

  function request(world: { labelled: readonly (readonly [number, number])[]; judgedUnlabelled: number[] }) {
    return {
      labels: world.labelled.map(([label]) => label),
      judgedLabelled: world.labelled.map(([, judged]) => judged),
      judgedUnlabelled: world.judgedUnlabelled,
    };
  }

  test("rate, weight and interval lie in [0, 1], and the interval contains the rate", () => {
    fc.assert(
      fc.property(worlds, (world) => {
        const { value } = predictionPoweredRate(request(world));
        if (value === null) return;
        expect(value.trust).toBeGreaterThanOrEqual(0);
        expect(value.trust).toBeLessThanOrEqual(1);
        expect(value.interval.low).toBeGreaterThanOrEqual(0);
        expect(value.interval.low).toBeLessThanOrEqual(value.rate);
        expect(value.interval.high).toBeGreaterThanOrEqual(value.rate);
        expect(value.interval.high).toBeLessThanOrEqual(1);
      }),
    );
  });

  test("without trust in the judge it is the plain mean of the labels", () => {
    fc.assert(
      fc.property(worlds, (world) => {
        const given = request(world);
        const { value } = predictionPoweredRate({ ...given, trust: 0 });
        if (value !== null) expect(value.rate).toBeCloseTo(sampleMean(given.labels), 12);
      }),
    );
  });

  test("the order of items does not matter", () => {
    fc.assert(
      fc.property(worlds, ({ labelled, judgedUnlabelled }) => {
        const one = predictionPoweredRate(request({ labelled, judgedUnlabelled })).value;
        const other = predictionPoweredRate(
          request({ labelled: labelled.toReversed(), judgedUnlabelled: judgedUnlabelled.toReversed() }),
        ).value;
        expect(other?.rate ?? 9).toBeCloseTo(one?.rate ?? 9, 10);
        expect(other?.standardError ?? 9).toBeCloseTo(one?.standardError ?? 9, 10);
      }),
    );
  });

  test("a judge who always says the same is not trusted at all", () => {
    const judged = { judgedLabelled: [1, 1, 1, 1], judgedUnlabelled: [1, 1, 1, 1, 1, 1] };
    const { value } = predictionPoweredRate({ labels: [1, 0, 0, 1], ...judged });
    expect(value?.trust).toBe(0);
    expect(value?.rate).toBe(0.5);
  });

  test("labels that are all the same, or too few of them, give no interval", () => {
    const same = { labels: [0, 0, 0], judgedLabelled: [0, 1, 0], judgedUnlabelled: [0, 1, 0] };
    expect(predictionPoweredRate(same).reason).toMatch(/all the same/);
    const few = { labels: [1], judgedLabelled: [1], judgedUnlabelled: [1, 0] };
    expect(predictionPoweredRate(few).reason).toMatch(/fewer than two items were labelled/);
    const none = { labels: [1, 0], judgedLabelled: [1, 0], judgedUnlabelled: [] };
    expect(predictionPoweredRate(none).reason).toMatch(/fewer than two items are unlabelled/);
  });

  test("verdicts outside [0, 1], unpaired labels and odd weights are refused", () => {
    const good = { labels: [1, 0], judgedLabelled: [1, 1], judgedUnlabelled: [1, 0] };
    expect(() => predictionPoweredRate({ ...good, labels: [1] })).toThrow(RangeError);
    expect(() => predictionPoweredRate({ ...good, labels: [1, 2] })).toThrow(RangeError);
    expect(() => predictionPoweredRate({ ...good, trust: 1.5 })).toThrow(RangeError);
  });
});
