import fc from "fast-check";
import { mean } from "simple-statistics";
import { expect, test } from "vitest";
import { createRandom } from "../kernel/random.ts";
import { rankSets } from "./rank-sets.ts";
import { resampleIndices } from "./resample-indices.ts";
import { resampledMeans } from "./resampled-means.ts";
import { simultaneousSeparations } from "./simultaneous-separations.ts";
import { tiers } from "./tiers.ts";

function board(models: readonly (readonly number[])[], resamples = 1000) {
  const draws = resampleIndices(models[0]?.length ?? 0, resamples, "board");
  const replicates = models.map((scores) =>
    resampledMeans(
      scores.map((total) => ({ total, count: 1 })),
      draws,
    ),
  );
  return simultaneousSeparations(
    models.map((scores) => mean([...scores])),
    replicates,
  );
}

/** Scores of 64 families that share how hard each is, plus each model's own chance. */
function noisyModels(lifts: readonly number[], seed: string): number[][] {
  const random = createRandom(seed);
  const hardness = Array.from({ length: 64 }, () => random.next());
  return lifts.map((lift) => hardness.map((hard) => lift + hard + 0.2 * random.next()));
}

test("a model far ahead is alone in tier 1, and the others share tier 2", () => {
  const { value } = board(noisyModels([0, 0.3, 0, 0], "ahead"));
  expect(tiers(value?.better ?? [])).toEqual([2, 1, 2, 2]);
  expect(rankSets(value?.better ?? [])[1]).toEqual({ best: 1, worst: 1 });
});

test("equal models are all in tier 1 in about 95 of 100 boards", () => {
  let together = 0;
  for (let seed = 0; seed < 100; seed += 1) {
    const { value } = board(noisyModels([0, 0, 0, 0, 0], `equal/${seed}`), 400);
    if (tiers(value?.better ?? []).every((tier) => tier === 1)) together += 1;
  }
  expect(together).toBeGreaterThanOrEqual(88);
});

test("two models have the usual critical value, and more models a larger one", () => {
  const two = board(noisyModels([0, 0], "two"), 5000).value?.critical ?? 0;
  const ten = board(noisyModels(Array<number>(10).fill(0), "ten"), 5000).value?.critical ?? 0;
  expect(Math.abs(two - 1.96)).toBeLessThan(0.1);
  expect(ten).toBeGreaterThan(2.8);
  expect(ten).toBeLessThan(3.6);
});

test("a copy of a model is never separated from it, and changes nothing for the others", () => {
  const models = noisyModels([0, 0.1, 0.2], "copy");
  const [first = []] = models;
  const found = board(models).value;
  const withCopy = board([...models, first]).value;
  expect(withCopy?.better[0]?.[3]).toBe(false);
  expect(withCopy?.better[3]?.[0]).toBe(false);
  expect(withCopy?.critical).toBe(found?.critical);
});

test("the order of the models does not matter", () => {
  const scores = fc.array(fc.array(fc.nat(10), { minLength: 6, maxLength: 6 }), {
    minLength: 1,
    maxLength: 5,
  });
  fc.assert(
    fc.property(scores, (models) => {
      const forwards = tiers(board(models, 60).value?.better ?? []);
      const backwards = tiers(board(models.toReversed(), 60).value?.better ?? []);
      expect(backwards).toEqual(forwards.toReversed());
    }),
  );
});

test("a resample that lacks one model is left out for all", () => {
  const complete = simultaneousSeparations(
    [1, 2],
    [
      [1, 2, 1],
      [2, 2, 3],
    ],
  );
  const lacking = simultaneousSeparations(
    [1, 2],
    [
      [1, 2, null, 1],
      [2, 2, 9, 3],
    ],
  );
  expect(lacking).toEqual(complete);
});

test("without models or complete resamples there is nothing to separate", () => {
  expect(simultaneousSeparations([], [])).toEqual({ value: null, reason: "there is no model to rank" });
  expect(
    simultaneousSeparations(
      [1, 2],
      [
        [null, 1],
        [1, null],
      ],
    ).reason,
  ).toBe("no two resamples score every model");
  expect(() => simultaneousSeparations([1, 2], [[1, 2], [1]])).toThrow(RangeError);
  expect(() => simultaneousSeparations([1, 2], [[1, 2]])).toThrow(RangeError);
});
