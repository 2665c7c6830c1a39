import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRandom } from "../kernel/random.ts";
import { resampledMeans, resampleIndices } from "./bootstrap.ts";
import { rankSets, separations, simultaneousSeparations, tiers } from "./ranking.ts";
import { sampleMean } from "./sums.ts";

describe("simultaneous separations", () => {
  function board(models: readonly (readonly number[])[], resamples = 1000) {
    const draws = resampleIndices(models[0]?.length ?? 0, resamples, "board");
    const replicates = models.map((scores) =>
      resampledMeans(
        scores.map((total) => ({ total, count: 1 })),
        draws,
      ),
    );
    return simultaneousSeparations(
      models.map((scores) => sampleMean(scores)),
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
});

describe("rank sets", () => {
  const estimates = fc.array(
    fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100),
    {
      minLength: 1,
      maxLength: 15,
    },
  );

  test("every rank set contains the rank by estimate, and the best and the worst model reach the ends", () => {
    fc.assert(
      fc.property(estimates, fc.double({ min: 0, max: 0.2, noNaN: true }), (given, standardError) => {
        const sets = rankSets(separations(given, () => standardError, 1.96));
        for (const [model, { best, worst }] of sets.entries()) {
          const above = given.filter((other) => other > (given[model] ?? 0)).length;
          expect(best).toBeGreaterThanOrEqual(1);
          expect(best).toBeLessThanOrEqual(above + 1);
          expect(worst).toBeGreaterThan(above);
          expect(worst).toBeLessThanOrEqual(given.length);
        }
        expect(Math.min(...sets.map(({ best }) => best))).toBe(1);
        expect(Math.max(...sets.map(({ worst }) => worst))).toBe(given.length);
      }),
    );
  });

  test("tier 1 are the rank sets that contain 1; tiers have no gaps and never contradict the estimates", () => {
    fc.assert(
      fc.property(estimates, fc.double({ min: 0, max: 0.2, noNaN: true }), (given, standardError) => {
        const better = separations(given, () => standardError, 1.96);
        const found = tiers(better);
        const sets = rankSets(better);
        expect(new Set(found).size).toBe(Math.max(...found));
        for (const [model, tier] of found.entries()) {
          expect(tier === 1).toBe(sets[model]?.best === 1);
          for (const [other, theirs] of found.entries()) {
            if ((given[model] ?? 0) > (given[other] ?? 0)) expect(tier).toBeLessThanOrEqual(theirs);
          }
        }
      }),
    );
  });

  test("after tier 1 is removed, who only it was better than comes next", () => {
    expect(tiers(separations([0.9, 0.8, 0.7, 0.6], () => 0.1, 1.5))).toEqual([1, 1, 2, 2]);
    expect(tiers(separations([0.9, 0.7, 0.5], () => 0.05, 1.96))).toEqual([1, 2, 3]);
  });

  test("equal models share a tier even where their differences have no spread but rounding", () => {
    expect(tiers(separations([0.1 + 0.2, 0.3], () => 0, 2))).toEqual([1, 1]);
  });

  test("nobody to rank gives no tiers, and a circle is refused", () => {
    expect(tiers([])).toEqual([]);
    expect(() =>
      tiers([
        [false, true],
        [true, false],
      ]),
    ).toThrow(RangeError);
  });
});
