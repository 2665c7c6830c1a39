import fc from "fast-check";
import { mean } from "simple-statistics";
import { expect, test } from "vitest";
import { clusteredStandardError } from "./clustered-standard-error.ts";
import { jackknifeStandardError } from "./jackknife.ts";

test("the jackknife of a mean of equal clusters is CR1", () => {
  const pairs = fc.array(fc.tuple(fc.nat(10), fc.nat(10)), { minLength: 2, maxLength: 12 });
  fc.assert(
    fc.property(pairs, (clusters) => {
      const found = jackknifeStandardError(clusters, (left) => mean(left.flat()));
      expect(found.value).toBeCloseTo(clusteredStandardError(clusters).value?.cr1 ?? -1, 9);
    }),
  );
});

test("one cluster, or one without which nothing is left, has no standard error", () => {
  expect(jackknifeStandardError([3], (left) => mean([...left])).value).toBeNull();
  expect(jackknifeStandardError([null, 3], (left) => left.find((value) => value !== null) ?? null)).toEqual({
    value: null,
    reason: "without one of the clusters nothing is left to score",
  });
});
