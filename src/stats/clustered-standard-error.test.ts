import fc from "fast-check";
import { sampleStandardDeviation } from "simple-statistics";
import { expect, test } from "vitest";
import { clusteredStandardError } from "./clustered-standard-error.ts";

const score = fc.integer({ min: 0, max: 20 }).map((twentieths) => twentieths / 20);
const clusters = fc.array(fc.array(score, { minLength: 1, maxLength: 5 }), { minLength: 2, maxLength: 12 });

test("with clusters of one, CR1 is the ordinary standard error", () => {
  fc.assert(
    fc.property(fc.array(score, { minLength: 2, maxLength: 40 }), (scores) => {
      const found = clusteredStandardError(scores.map((one) => [one]));
      expect(found.value?.cr1).toBeCloseTo(sampleStandardDeviation(scores) / Math.sqrt(scores.length), 12);
    }),
  );
});

test("neither the order of clusters nor that within them matters, and an empty one adds nothing", () => {
  fc.assert(
    fc.property(clusters, (given) => {
      const turned = given.toReversed().map((scores) => scores.toReversed());
      const found = clusteredStandardError(given).value;
      const again = clusteredStandardError([[], ...turned]).value;
      expect(again?.clusters).toBe(found?.clusters);
      expect(again?.cr1).toBeCloseTo(found?.cr1 ?? -1, 12);
      expect(again?.mean).toBeCloseTo(found?.mean ?? -1, 12);
    }),
  );
});

test("scores that repeat within a cluster are worth no more than one", () => {
  fc.assert(
    fc.property(fc.array(score, { minLength: 2, maxLength: 12 }), (scores) => {
      const once = clusteredStandardError(scores.map((one) => [one])).value;
      const thrice = clusteredStandardError(scores.map((one) => [one, one, one])).value;
      expect(thrice?.cr1).toBeCloseTo(once?.cr1 ?? -1, 12);
    }),
  );
});

test("no score and one cluster have no standard error, each with its reason", () => {
  expect(clusteredStandardError([[], []])).toEqual({ value: null, reason: "nothing was scored" });
  expect(clusteredStandardError([[1, 0, 1]])).toEqual({
    value: null,
    reason: "one cluster says nothing of how clusters differ",
  });
});
