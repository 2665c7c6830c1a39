import oracleBetainc from "@stdlib/math-base-special-betainc";
import oracleBetaQuantile from "@stdlib/stats-base-dists-beta-quantile";
import oracleBinomialCdf from "@stdlib/stats-base-dists-binomial-cdf";
import oracleBinomialPmf from "@stdlib/stats-base-dists-binomial-pmf";
import oracleNormalCdf from "@stdlib/stats-base-dists-normal-cdf";
import oracleNormalQuantile from "@stdlib/stats-base-dists-normal-quantile";
import oracleTCdf from "@stdlib/stats-base-dists-t-cdf";
import oracleTQuantile from "@stdlib/stats-base-dists-t-quantile";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRandom } from "../kernel/random.ts";
import {
  betaCdf,
  betaQuantile,
  binomialCdf,
  binomialPmf,
  criticalZ,
  quantile,
  tCdf,
  tQuantile,
} from "./distributions.ts";
import { normalQuantile } from "./normal-quantile.ts";

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

/** Numbers drawn over a wide range: evenly over orders of magnitude, and counts or halves of counts as callers use. */
function draws(seed: string) {
  const random = createRandom(seed);
  const spread = (low: number, high: number) => low * (high / low) ** random.next();
  const count = (most: number) => Math.ceil(spread(0.5, most));
  return {
    uniform: () => random.next(),
    spread,
    count,
    /** A half-integer from 1/2 on. */
    half: (most: number) => count(2 * most) / 2,
    /** A third each in the lower tail, in the upper, and in between. */
    probability: () => {
      const where = random.next();
      if (where < 1 / 3) return spread(1e-12, 0.5);
      return where < 2 / 3 ? 1 - spread(1e-12, 0.5) : random.next();
    },
  };
}

/** The largest relative difference of two functions over so many drawn arguments. */
function furthest(points: number, draw: () => readonly [ours: number, oracle: number]): number {
  let most = 0;
  for (let point = 0; point < points; point += 1) {
    const [ours, oracle] = draw();
    // Below this the oracle's own digits run out.
    if (Math.abs(ours) < 1e-280 && Math.abs(oracle) < 1e-280) continue;
    const difference = ours === oracle ? 0 : Math.abs(ours - oracle) / Math.abs(oracle);
    most = Math.max(most, Number.isNaN(difference) ? Number.POSITIVE_INFINITY : difference);
  }
  return most;
}

/** Within ten standard deviations of what is expected. */
function countNear(n: number, rate: number, uniform: number): number {
  const k = Math.round(n * rate + Math.sqrt(n * rate * (1 - rate)) * (20 * uniform - 10));
  return Math.min(n, Math.max(0, k));
}

describe("against @stdlib, at 10,500 points", () => {
  test("normal quantiles agree to 2e-15 between 0.001 and 0.999", () => {
    const { uniform } = draws("normal");
    const difference = furthest(1500, () => {
      const p = 0.001 + 0.998 * uniform();
      return [normalQuantile(p), oracleNormalQuantile(p, 0, 1)];
    });
    expect(difference).toBeLessThan(2e-15);
  });

  test("the normal distribution function leads back from a quantile to 1e-11, out to 1e-100", () => {
    const { spread } = draws("normal tail");
    const difference = furthest(1500, () => {
      const p = spread(1e-100, 0.5);
      return [oracleNormalCdf(normalQuantile(p), 0, 1), p];
    });
    expect(difference).toBeLessThan(1e-11);
  });

  test("t tails agree to 1e-12, for 1/2 to a million degrees of freedom", () => {
    const { spread, half, uniform } = draws("t");
    const difference = furthest(1500, () => {
      const degrees = uniform() < 0.5 ? half(100_000) : spread(0.5, 1e6);
      const t = (uniform() < 0.5 ? -1 : 1) * spread(1e-3, 1e3);
      return [tCdf(t, degrees), oracleTCdf(t, degrees)];
    });
    expect(difference).toBeLessThan(1e-12);
  });

  test("t quantiles agree to 1e-13", () => {
    const { half, probability } = draws("t quantile");
    const difference = furthest(1500, () => {
      const p = probability();
      const degrees = half(10_000);
      return [tQuantile(p, degrees), oracleTQuantile(p, degrees)];
    });
    expect(difference).toBeLessThan(1e-13);
  });

  test("beta distributions agree to 1e-12 between counts up to a thousand", () => {
    const { count, uniform } = draws("beta");
    const difference = furthest(1500, () => {
      const a = count(1000);
      const b = count(1000);
      const mean = a / (a + b);
      const x = mean + Math.sqrt((mean * (1 - mean)) / (a + b + 1)) * (12 * uniform() - 6);
      if (x <= 0 || x >= 1) return [betaCdf(x, a, b), x <= 0 ? 0 : 1];
      return [betaCdf(x, a, b), oracleBetainc(x, a, b)];
    });
    expect(difference).toBeLessThan(1e-12);
  });

  test("beta quantiles agree to 1e-12 between counts up to a thousand", () => {
    const { count, probability } = draws("beta quantile");
    const difference = furthest(1500, () => {
      const p = probability();
      const a = count(1000);
      const b = count(1000);
      return [betaQuantile(p, a, b), oracleBetaQuantile(p, a, b)];
    });
    expect(difference).toBeLessThan(1e-12);
  });

  test("binomial terms and tails agree to 1e-12 up to a thousand trials", () => {
    const { count, probability, uniform } = draws("binomial");
    const drawn = () => {
      const n = count(1000);
      const rate = probability();
      return [countNear(n, rate, uniform()), n, rate] as const;
    };
    const terms = furthest(750, () => {
      const at = drawn();
      return [binomialPmf(...at), oracleBinomialPmf(...at)];
    });
    const tails = furthest(750, () => {
      const at = drawn();
      return [binomialCdf(...at), oracleBinomialCdf(...at)];
    });
    expect(Math.max(terms, tails)).toBeLessThan(1e-12);
  });
});

describe("where @stdlib loses digits itself, against values computed with 40 digits", () => {
  test.each([
    ["beta cdf (0.95; 342, 7)", betaCdf(0.95, 342, 7), 0.0012865016055739545],
    ["beta cdf (0.9; 145.5, 2)", betaCdf(0.9, 145.5, 2), 3.4199166121869916e-6],
    ["beta cdf (0.99; 165.5, 2)", betaCdf(0.99, 165.5, 2), 0.5031404470544503],
    ["beta cdf (0.2; 30, 400)", betaCdf(0.2, 30, 400), 0.9999999999999878],
    ["beta cdf (0.001; 12, 2370.5)", betaCdf(0.001, 12, 2370.5), 7.69604541632274e-6],
    ["beta quantile (0.975; 1, 63)", betaQuantile(0.975, 1, 63), 0.05687235233201625],
    ["beta quantile (0.55; 16, 642.5)", betaQuantile(0.55, 16, 642.5), 0.024570803226927864],
    ["beta quantile (0.8; 13, 135)", betaQuantile(0.8, 13, 135), 0.10669903678993836],
    ["beta quantile (0.999; 2, 382.5)", betaQuantile(0.999, 2, 382.5), 0.023819931286752683],
    ["beta quantile (1e-10; 5, 900)", betaQuantile(1e-10, 5, 900), 2.9007966307729263e-5],
    ["binomial term (30301 of 93018; 0.32)", binomialPmf(30301, 93018, 0.32), 2.4096551563753537e-6],
    ["binomial term (41279 of 84314; 0.5)", binomialPmf(41279, 84314, 0.5), 3.140427055494191e-11],
    ["binomial term (500 of 1000; 0.5)", binomialPmf(500, 1000, 0.5), 0.0252250181783608],
    ["binomial term (3 of 100000; 0.0001)", binomialPmf(3, 100000, 0.0001), 0.007564914689303221],
    ["t tail (-33.5; 113.5)", tCdf(-33.5, 113.5), 5.5840472932515065e-61],
    ["t tail (-2; 4)", tCdf(-2, 4), 0.058058261758407795],
    ["t tail (-0.001; 62)", tCdf(-0.001, 62), 0.49960266311680507],
    ["t tail (-100000.0; 3)", tCdf(-100000.0, 3), 1.1026577904466273e-15],
    ["t quantile (1e-10; 3)", tQuantile(1e-10, 3), -2225.7692846830932],
    ["t quantile (0.975; 62)", tQuantile(0.975, 62), 1.9989715170333786],
    ["t quantile (1e-100; 10)", tQuantile(1e-100, 10), -25645257189.48198],
    ["normal quantile (0.975)", normalQuantile(0.975), 1.9599639845400538],
    ["normal quantile (1e-10)", normalQuantile(1e-10), -6.361340902404057],
    ["normal quantile (1e-100)", normalQuantile(1e-100), -21.273453560965326],
    ["normal quantile (1e-300)", normalQuantile(1e-300), -37.0470962993612],
  ])("%s", (_, ours, exact) => {
    expect(Math.abs(ours - exact) / Math.abs(exact)).toBeLessThan(1e-13);
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
