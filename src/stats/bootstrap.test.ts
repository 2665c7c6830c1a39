import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bootstrapReplicates, clusterBootstrap, resampledMeans, resampleIndices } from "./bootstrap.ts";
import { quantile } from "./distributions.ts";
import { percentileInterval } from "./intervals.ts";
import { sum } from "./sums.ts";

describe("cluster bootstrap", () => {
  const families = [
    [1, 1, 0],
    [1, 1, 1, 1],
    [0, 0, 1],
    [1, 0],
    [1, 1, 1],
  ];
  const defaults = { resamples: 200, seed: "test", confidence: 0.95 };

  function pooledMean(clusters: readonly (readonly number[])[]): number {
    const scores = clusters.flat();
    return scores.reduce((sum, score) => sum + score, 0) / scores.length;
  }

  function mean(values: readonly number[]): number {
    return values.reduce((sum, value) => sum + value, 0) / values.length;
  }

  /** Every equally likely resample of five clusters, 5⁵ of them. */
  function allResamples(clusters: readonly (readonly number[])[]): (readonly (readonly number[])[])[] {
    return clusters.reduce<(readonly number[])[][]>(
      (drawn) => drawn.flatMap((sample) => clusters.map((cluster) => [...sample, cluster])),
      [[]],
    );
  }

  test("many resamples come close to the exact bootstrap interval of all 3,125", () => {
    const exact = Float64Array.from(allResamples(families), pooledMean).sort();
    const { interval } = clusterBootstrap({
      ...defaults,
      clusters: families,
      statistic: pooledMean,
      resamples: 20_000,
    });
    expect(exact).toHaveLength(3125);
    expect(Math.abs((interval?.low ?? 0) - quantile(exact, 0.025))).toBeLessThan(0.01);
    expect(Math.abs((interval?.high ?? 0) - quantile(exact, 0.975))).toBeLessThan(0.01);
  });

  test("the spread of resampled means is near the clustered standard error", () => {
    const means: number[] = [];
    clusterBootstrap({
      ...defaults,
      clusters: families,
      resamples: 20_000,
      statistic: (resampled) => {
        means.push(pooledMean(resampled));
        return 0;
      },
    });
    const centre = mean(means);
    const spread = Math.sqrt(mean(means.map((value) => (value - centre) ** 2)));
    // CR0 of these clusters is .12428561; the ratio estimate's resamples spread a little wider.
    expect(spread).toBeGreaterThan(0.115);
    expect(spread).toBeLessThan(0.145);
  });

  test("the same seed gives the same interval, and another seed another", () => {
    const request = { ...defaults, clusters: [0.1, 0.35, 0.5, 0.72, 0.9, 0.97], statistic: mean };
    expect(clusterBootstrap(request)).toEqual(clusterBootstrap(request));
    expect(clusterBootstrap({ ...request, seed: "other" }).interval).not.toEqual(
      clusterBootstrap(request).interval,
    );
  });

  test("models scored on the same clusters share their resamples", () => {
    const seen: string[][] = [[], []];
    for (const draws of seen) {
      clusterBootstrap({
        ...defaults,
        clusters: ["a", "b", "c", "d"],
        statistic: (resampled) => {
          draws.push(resampled.join(""));
          return 1;
        },
      });
    }
    expect(seen[0]).toEqual(seen[1]);
  });

  test("resamples without a statistic are left out and counted", () => {
    const { interval, resamples, usable } = clusterBootstrap({
      ...defaults,
      clusters: [null, null, 0.4, 0.6],
      statistic: (resampled) => {
        const scored = resampled.filter((score) => score !== null);
        return scored.length === 0 ? null : mean(scored);
      },
    });
    expect(resamples).toBe(200);
    expect(usable).toBeLessThan(200);
    expect(usable).toBeGreaterThan(150);
    expect(interval).toEqual({ low: 0.4, high: 0.6 });
  });

  test("there is no interval where no resample has a statistic", () => {
    const result = clusterBootstrap({ ...defaults, clusters: [1, 2, 3], statistic: () => null });
    expect(result).toEqual({ interval: null, resamples: 200, usable: 0 });
  });

  test("fewer than two clusters have no interval rather than one of no width", () => {
    for (const clusters of [[], [0.7]]) {
      expect(clusterBootstrap({ ...defaults, clusters, statistic: mean }).interval).toBeNull();
    }
  });

  test("the order of the clusters changes neither the point nor where the interval can lie", () => {
    const tenths = fc.array(fc.integer({ min: 0, max: 10 }), { minLength: 2, maxLength: 12 });
    fc.assert(
      fc.property(tenths, fc.integer({ min: 1, max: 11 }), (clusters, turn) => {
        const reordered = [
          ...clusters.slice(turn % clusters.length),
          ...clusters.slice(0, turn % clusters.length),
        ];
        expect(mean(reordered)).toBe(mean(clusters));
        for (const order of [clusters, reordered]) {
          const { interval } = clusterBootstrap({
            ...defaults,
            clusters: order,
            statistic: mean,
            resamples: 50,
          });
          expect(interval?.low).toBeGreaterThanOrEqual(Math.min(...clusters));
          expect(interval?.high).toBeLessThanOrEqual(Math.max(...clusters));
          expect(interval?.low).toBeLessThanOrEqual(interval?.high ?? Number.NaN);
        }
      }),
    );
  });

  test("more confidence is a wider interval", () => {
    const request = { ...defaults, clusters: families, statistic: pooledMean };
    const narrow = clusterBootstrap({ ...request, confidence: 0.5 }).interval;
    const wide = clusterBootstrap({ ...request, confidence: 0.99 }).interval;
    expect(wide?.low).toBeLessThan(narrow?.low ?? 0);
    expect(wide?.high).toBeGreaterThan(narrow?.high ?? 1);
  });

  test("a statistic that is no number, or a confidence outside (0, 1), is refused", () => {
    const request = { ...defaults, clusters: [1, 2], statistic: mean };
    expect(() => clusterBootstrap({ ...request, statistic: () => Number.NaN })).toThrow(RangeError);
    expect(() => clusterBootstrap({ ...request, confidence: 95 })).toThrow(RangeError);
  });
});

describe("resample indices", () => {
  test("the same seed and cluster count give the same resamples, so that models share them", () => {
    expect(resampleIndices(63, 50, "board")).toEqual(resampleIndices(63, 50, "board"));
  });

  test("another seed gives other resamples", () => {
    expect(resampleIndices(63, 50, "board")).not.toEqual(resampleIndices(63, 50, "another"));
  });

  test("asking for more resamples keeps the first ones", () => {
    expect(resampleIndices(12, 40, "board").slice(0, 10)).toEqual(resampleIndices(12, 10, "board"));
  });

  test("each resample draws as many clusters as there are, all of them existing ones", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 40 }),
        fc.integer({ min: 0, max: 20 }),
        fc.string(),
        (count, resamples, seed) => {
          const drawn = resampleIndices(count, resamples, seed);
          expect(drawn).toHaveLength(resamples);
          for (const indices of drawn) {
            expect(indices).toBeInstanceOf(Uint32Array);
            expect(indices).toHaveLength(count);
            for (const index of indices) expect(index).toBeLessThan(count);
          }
        },
      ),
    );
  });

  test("every cluster is drawn about equally often", () => {
    const drawn = new Float64Array(10);
    for (const indices of resampleIndices(10, 5000, "even")) {
      for (const index of indices) drawn[index] = (drawn[index] ?? 0) + 1;
    }
    // 5,000 expected each, standard deviation 67.
    for (const count of drawn) expect(Math.abs(count - 5000)).toBeLessThan(400);
  });

  test("the draws of a known seed stay what they are", () => {
    expect(resampleIndices(10, 2, "golden").map((indices) => Array.from(indices))).toEqual([
      [4, 6, 0, 5, 8, 2, 9, 7, 7, 5],
      [2, 3, 0, 5, 6, 4, 5, 7, 5, 8],
    ]);
  });
});

describe("resampled means", () => {
  test("totals give the same means as the scores themselves", () => {
    const clusters = fc.array(fc.array(fc.nat(10), { maxLength: 4 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(clusters, (given) => {
        const draws = resampleIndices(given.length, 30, "same");
        const slow = bootstrapReplicates(given, draws, (resampled) => {
          const scores = resampled.flat();
          return scores.length === 0 ? null : sum(scores) / scores.length;
        });
        const totals = given.map((scores) => ({ total: sum(scores), count: scores.length }));
        expect(resampledMeans(totals, draws)).toEqual(slow);
      }),
    );
  });

  test("two models drawn once differ in every resample by what they differ by in every family", () => {
    const draws = resampleIndices(5, 100, "shared");
    const worse = [0, 1, 2, 3, 4].map((total) => ({ total, count: 1 }));
    const better = worse.map(({ total }) => ({ total: total + 1, count: 1 }));
    const mine = resampledMeans(better, draws);
    for (const [index, theirs] of resampledMeans(worse, draws).entries()) {
      expect((mine[index] ?? 0) - (theirs ?? 0)).toBeCloseTo(1, 12);
    }
  });

  test("a percentile interval leaves out replicates without a value, and with none there is none", () => {
    expect(percentileInterval([null, 3, null, 1, 2], 0.5)).toEqual({ low: 1.5, high: 2.5 });
    expect(percentileInterval([null, null])).toBeNull();
    expect(percentileInterval([])).toBeNull();
  });
});
