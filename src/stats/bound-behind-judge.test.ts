import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  FAULTLESS,
  type JudgeLimits,
  leastSensitivity,
  lowerBoundBehindJudge,
  tailBehindJudge,
  trialsBehindJudge,
  upperBoundBehindJudge,
} from "./bound-behind-judge.ts";
import { binomialCdf, binomialPmf } from "./distributions.ts";
import { clopperPearsonInterval } from "./intervals.ts";

const RATE = 0.05;
const SIZES = [63, 315, 630] as const;
const SENSITIVITIES = [0.5, 0.7, 0.85, 0.9, 1] as const;
const SPECIFICITIES = [0.95, 0.97, 0.99, 1] as const;

/** The most flags out of n that still prove a rate below `rate` with 95% confidence; -1 if no number does. */
function mostFlags(n: number, judge: JudgeLimits, rate = RATE): number {
  let [passes, fails] = [-1, n];
  while (fails - passes > 1) {
    const middle = Math.floor((passes + fails) / 2);
    if (tailBehindJudge({ k: middle, n }, rate, judge) <= 1 - 0.95) passes = middle;
    else fails = middle;
  }
  return passes;
}

/** Probability of a pass, exact. */
function passes(n: number, most: number, truth: number, sensitivity: number, specificity: number): number {
  return binomialCdf(most, n, truth * sensitivity + (1 - truth) * (1 - specificity));
}

describe("a judge with a floor", () => {
  test.for(SIZES)("passes a rate at the bound in at most 5%, by any judge at or above it: %i items", (n) => {
    for (const sensitivity of SENSITIVITIES) {
      for (const specificity of SPECIFICITIES) {
        for (const below of [0, 0.05]) {
          for (const known of [1, specificity]) {
            const most = mostFlags(n, { sensitivity: sensitivity - below, specificity: known });
            expect(passes(n, most, RATE, sensitivity, specificity)).toBeLessThanOrEqual(0.05);
          }
        }
      }
    }
  });

  test("passes a product at 1% in 80% and more of 630 items, where the judge is 0.9 / 0.99", () => {
    const known = mostFlags(630, { sensitivity: 0.9, specificity: 0.99 });
    expect(passes(630, known, 0.01, 0.9, 0.99)).toBeGreaterThan(0.99);
    const unknown = mostFlags(630, { sensitivity: 0.9, specificity: 1 });
    expect(passes(630, unknown, 0.01, 0.9, 0.99)).toBeGreaterThan(0.95);
  });

  test("is Clopper and Pearson's where it misses nothing", () => {
    fc.assert(
      fc.property(fc.nat(20), fc.integer({ min: 21, max: 200 }), (k, n) => {
        const { low, high } = clopperPearsonInterval(k, n, 0.9) ?? { low: 0, high: 1 };
        expect(upperBoundBehindJudge({ k, n }, FAULTLESS, 0.95)).toBeCloseTo(high, 7);
        expect(lowerBoundBehindJudge({ k, n }, 1, 0.95)).toBeCloseTo(low, 12);
      }),
      { numRuns: 50 },
    );
  });

  test("bounds a higher rate the more it may miss and the fewer false alarms it may raise", () => {
    const share = fc.double({ min: 0.5, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.nat(10), share, share, share, (k, sensitivity, specificity, part) => {
        const of = (judge: JudgeLimits) => upperBoundBehindJudge({ k, n: 100 }, judge, 0.95);
        const bound = of({ sensitivity, specificity });
        expect(of({ sensitivity: sensitivity * part, specificity })).toBeGreaterThanOrEqual(bound - 1e-8);
        const fewer = 1 - (1 - specificity) * part;
        expect(of({ sensitivity, specificity: fewer })).toBeGreaterThanOrEqual(bound - 1e-8);
      }),
      { numRuns: 100 },
    );
  });

  test("proves nothing where it flags failures no more often than the rest", () => {
    expect(upperBoundBehindJudge({ k: 0, n: 0 }, FAULTLESS, 0.95)).toBe(1);
    expect(upperBoundBehindJudge({ k: 5, n: 100 }, { sensitivity: 0.05, specificity: 0.9 }, 0.95)).toBe(1);
  });
});

test("the worst judge by which a bound holds is the one at which it begins to hold", () => {
  fc.assert(
    fc.property(
      fc.nat(4),
      fc.integer({ min: 60, max: 400 }),
      fc.constantFrom(0.97, 1),
      (k, n, specificity) => {
        const least = leastSensitivity({ k, n }, RATE, { specificity, confidence: 0.95 });
        const tail = (sensitivity: number) => tailBehindJudge({ k, n }, RATE, { sensitivity, specificity });
        if (least === null) expect(tail(1)).toBeGreaterThan(0.05);
        else {
          expect(tail(Math.min(1, least + 1e-6))).toBeLessThanOrEqual(0.05 + 1e-9);
          expect(tail(Math.max(0, least - 1e-6))).toBeGreaterThan(0.05 - 1e-4);
        }
      },
    ),
    { numRuns: 100 },
  );
});

describe("trials", () => {
  test("are enough, and one fewer is not", () => {
    const percents = fc.integer({ min: 1, max: 60 });
    fc.assert(
      fc.property(percents, fc.nat(6), fc.constantFrom(0.6, 0.9, 1), (percent, flags, sensitivity) => {
        const judge = { sensitivity, specificity: 1 };
        const trials = trialsBehindJudge(flags, percent / 100, judge, 0.95) ?? 0;
        const tail = (n: number) => tailBehindJudge({ k: flags, n }, percent / 100, judge);
        expect(tail(trials)).toBeLessThanOrEqual(1 - 0.95);
        if (trials > flags + 1) expect(tail(trials - 1)).toBeGreaterThan(1 - 0.95);
      }),
      { numRuns: 50 },
    );
  });

  test("are never enough by a judge that found none of the labelled failures", () => {
    expect(trialsBehindJudge(0, RATE, { sensitivity: { k: 0, n: 20 }, specificity: 1 }, 0.95)).toBeNull();
  });
});

describe("a judge known by labels", () => {
  /** Probability of a pass over every outcome of the labelling, exact. */
  function passesLabelled(labels: number, n: number, rate: number) {
    const most = Array.from({ length: labels + 1 }, (_, k) =>
      mostFlags(n, { sensitivity: { k, n: labels }, specificity: 1 }, rate),
    );
    return (truth: number, sensitivity: number, specificity: number) =>
      most.reduce((sum, flags, k) => {
        const weight = binomialPmf(k, labels, sensitivity);
        return sum + weight * passes(n, flags, truth, sensitivity, specificity);
      }, 0);
  }

  const SCAN = Array.from({ length: 50 }, (_, step) => (step + 1) / 50);

  test.for([
    [10, 63, 0.05],
    [30, 63, 0.05],
    [60, 315, 0.05],
    [60, 56, 0.1],
  ] as const)(
    "passes a rate at the bound in at most 5% whatever its sensitivity: %i labelled failures, %i items, %f",
    ([labels, n, rate]) => {
      const chance = passesLabelled(labels, n, rate);
      for (const sensitivity of SCAN) expect(chance(rate, sensitivity, 1)).toBeLessThanOrEqual(0.05);
    },
  );

  test("finds more than a lower bound of its sensitivity put into the exact test, at half the error each", () => {
    const chance = passesLabelled(60, 315, RATE)(0.01, 0.9, 0.99);
    const stacked = Array.from({ length: 61 }, (_, k) => {
      const sensitivity = clopperPearsonInterval(k, 60, 0.95)?.low ?? 0;
      let most = -1;
      while (tailBehindJudge({ k: most + 1, n: 315 }, RATE, { sensitivity, specificity: 1 }) <= 0.025)
        most += 1;
      return binomialPmf(k, 60, 0.9) * passes(315, most, 0.01, 0.9, 0.99);
    }).reduce((sum, part) => sum + part, 0);
    expect(chance).toBeGreaterThan(0.75);
    expect(stacked).toBeLessThan(0.5);
  });
});
