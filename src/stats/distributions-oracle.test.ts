import oracleBetainc from "@stdlib/math-base-special-betainc";
import oracleBetaQuantile from "@stdlib/stats-base-dists-beta-quantile";
import oracleBinomialCdf from "@stdlib/stats-base-dists-binomial-cdf";
import oracleBinomialPmf from "@stdlib/stats-base-dists-binomial-pmf";
import oracleNormalCdf from "@stdlib/stats-base-dists-normal-cdf";
import oracleNormalQuantile from "@stdlib/stats-base-dists-normal-quantile";
import oracleTCdf from "@stdlib/stats-base-dists-t-cdf";
import oracleTQuantile from "@stdlib/stats-base-dists-t-quantile";
import { describe, expect, test } from "vitest";
import { createRandom } from "../kernel/random.ts";
import { betaCdf, betaQuantile, binomialCdf, binomialPmf, tQuantile } from "./distributions.ts";
import { normalQuantile } from "./normal-quantile.ts";
import { tCdf } from "./t-distribution.fixture.ts";

/**
 * Draws numbers over a wide range: uniformly over orders of magnitude, and counts or halves of counts, like
 * callers do.
 */
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

/** The largest relative difference of two functions over this many drawn arguments. */
function furthest(points: number, draw: () => readonly [ours: number, oracle: number]): number {
  let most = 0;
  for (let point = 0; point < points; point += 1) {
    const [ours, oracle] = draw();
    // Below this the oracle itself has no digits left.
    if (Math.abs(ours) < 1e-280 && Math.abs(oracle) < 1e-280) continue;
    const difference = ours === oracle ? 0 : Math.abs(ours - oracle) / Math.abs(oracle);
    most = Math.max(most, Number.isNaN(difference) ? Number.POSITIVE_INFINITY : difference);
  }
  return most;
}

/** Within ten standard deviations of the expected count. */
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
