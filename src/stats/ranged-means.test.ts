import fc from "fast-check";
import { expect, test } from "vitest";
import type { Interval } from "../schema/scan/estimates.ts";
import { clusteredStandardError } from "./clustered-error.fixture.ts";
import { type RangedClusters, rangedInterval, rangedMean } from "./ranged-means.ts";

const tenth = fc.nat(10).map((value) => value / 10);
/** This many clusters, of one to three values. */
const clustered = <Value>(value: fc.Arbitrary<Value>) =>
  fc.array(fc.array(value, { minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 8 });
const point = (value: number): Interval => ({ low: value, high: value });
const points = (clusters: readonly (readonly number[])[]): RangedClusters =>
  clusters.map((values) => values.map(point));

test("of points it is the ordinary clustered mean with Student's interval: the ten sleepers have the published one", () => {
  // Hours of sleep gained with the first drug, -0.54 to 2.04 (Student 1908; R's t.test of the data).
  const sleepers = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2];
  const interval = rangedInterval(points(sleepers.map((one) => [one])));
  expect(interval?.low).toBeCloseTo(-0.53, 2);
  expect(interval?.high).toBeCloseTo(2.03, 2);
  fc.assert(
    fc.property(clustered(tenth), (clusters) => {
      const [ordinary, ranged] = [clusteredStandardError(clusters).value, rangedMean(points(clusters)).value];
      expect(ranged?.largestError).toBeCloseTo(ordinary?.cr1 ?? -1, 12);
      expect(ranged?.mean.low).toBeCloseTo(ordinary?.mean ?? -1, 12);
    }),
  );
});

test("no values within the ranges have another mean or a larger error", () => {
  const ranged = clustered(fc.tuple(tenth, tenth, fc.double({ min: 0, max: 1, noNaN: true })));
  fc.assert(
    fc.property(ranged, (drawn) => {
      const ranges = drawn.map((values) =>
        values.map(([a, b]) => ({ low: Math.min(a, b), high: Math.max(a, b) })),
      );
      const within = drawn.map((values, cluster) =>
        values.map(([, , share], index) => {
          const { low, high } = ranges[cluster]?.[index] ?? point(0);
          return low + share * (high - low);
        }),
      );
      const [all, one] = [rangedMean(ranges).value, rangedMean(points(within)).value];
      fc.pre(all !== null && one !== null);
      expect(one.mean.low).toBeGreaterThanOrEqual(all.mean.low - 1e-9);
      expect(one.mean.high).toBeLessThanOrEqual(all.mean.high + 1e-9);
      expect(one.largestError).toBeLessThanOrEqual(all.largestError + 1e-9);
    }),
  );
});

test("one cluster says nothing", () => {
  expect(rangedInterval(points([[0.1, 0.2]]))).toBeNull();
  expect(rangedMean([]).reason).toBe("nothing was scored");
});
