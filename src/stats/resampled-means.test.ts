import fc from "fast-check";
import { sum } from "simple-statistics";
import { expect, test } from "vitest";
import { bootstrapReplicates } from "./bootstrap-replicates.ts";
import { percentileInterval } from "./percentile-interval.ts";
import { resampleIndices } from "./resample-indices.ts";
import { resampledMeans } from "./resampled-means.ts";

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
