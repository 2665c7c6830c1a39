import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRandom, type Random } from "../kernel/random.ts";
import { lowerLimit, pAbove, pBelow, subsetMeans, upperLimit } from "./subset-means.ts";

const each = (values: readonly number[]) => subsetMeans(values.map((total) => ({ total, count: 1 })));
const twentieth = fc.integer({ min: -20, max: 20 }).map((twentieths) => twentieths / 20);
/** A few clusters, whose subsets are all enumerated, and many. */
const values = fc.oneof(
  fc.array(twentieth, { minLength: 1, maxLength: 12 }),
  fc.array(twentieth, { minLength: 13, maxLength: 40 }),
);

describe("p", () => {
  test("is that of turning signs round: every pattern whose sum is at least the observed one", () => {
    fc.assert(
      fc.property(fc.array(twentieth, { minLength: 1, maxLength: 9 }), (drawn) => {
        const observed = drawn.reduce((sum, value) => sum + value, 0);
        let extreme = 0;
        for (let pattern = 0; pattern < 2 ** drawn.length; pattern += 1) {
          const flipped = drawn.reduce(
            (sum, value, index) => sum + ((pattern >> index) & 1 ? -Math.abs(value) : Math.abs(value)),
            0,
          );
          if (flipped >= observed - 1e-9) extreme += 1;
        }
        expect(pAbove(each(drawn), 0)).toBeCloseTo(extreme / 2 ** drawn.length, 12);
      }),
    );
  });

  test("only moves with its values: one that falls never makes more certain that the mean lies above", () => {
    fc.assert(
      fc.property(values, fc.nat(), twentieth, (drawn, at, fall) => {
        const index = at % drawn.length;
        const fallen = drawn.map((value, it) => (it === index ? value - Math.abs(fall) : value));
        const [before, after] = [each(drawn), each(fallen)];
        expect(pAbove(after, 0)).toBeGreaterThanOrEqual(pAbove(before, 0));
        expect(pBelow(after, 0)).toBeLessThanOrEqual(pBelow(before, 0));
        expect(lowerLimit(after, 0.05)).toBeLessThanOrEqual(lowerLimit(before, 0.05) + 1e-9);
        expect(upperLimit(after, 0.05)).toBeLessThanOrEqual(upperLimit(before, 0.05) + 1e-9);
      }),
      { numRuns: 60 },
    );
  });

  test("below one half means a mean above, so that two never lead each other", () => {
    fc.assert(
      fc.property(values, (drawn) => {
        const subsets = each(drawn);
        const total = drawn.reduce((sum, value) => sum + value, 0);
        if (pAbove(subsets, 0) < 0.5) expect(total).toBeGreaterThan(0);
        if (pBelow(subsets, 0) < 0.5) expect(total).toBeLessThan(0);
      }),
    );
  });

  test("nothing that differs, one cluster or no cluster proves nothing", () => {
    expect(pAbove(each([0, 0, 0]), 0)).toBe(1);
    expect(pAbove(each([0.5]), 0)).toBe(0.5);
    expect(pAbove(each([]), 0)).toBe(1);
    expect(lowerLimit(each([0.5, 0.5]), 0.05)).toBe(Number.NEGATIVE_INFINITY);
  });
});

describe("limits", () => {
  test("are where p crosses the level", () => {
    fc.assert(
      fc.property(values, (drawn) => {
        const subsets = each(drawn);
        expect(lowerLimit(subsets, 0.05) > 1e-8).toBe(pAbove(subsets, 0) <= 0.05);
        expect(upperLimit(subsets, 0.05) < -1e-8).toBe(pBelow(subsets, 0) <= 0.05);
      }),
    );
  });

  test("clusters weigh by what they hold, and move together", () => {
    const split = each(Array<number>(10).fill(0.2));
    const together = subsetMeans([
      { total: 1.8, count: 9 },
      { total: 0.2, count: 1 },
    ]);
    expect(pAbove(split, 0)).toBeCloseTo(1 / 1024, 12);
    expect(pAbove(together, 0)).toBe(0.25);
  });

  /** Differences of two models over as many families: mostly none, sometimes a whole point, and lopsided. */
  function draw(random: Random, families: number, lift: number): number[] {
    return Array.from({ length: families }, () => {
      const chance = random.next();
      return lift + (chance < 0.15 ? 1 : chance < 0.45 ? -0.5 : 0);
    });
  }

  test.each([20, 60])("cover in about 95 of 100 worlds of %i lopsided families", (families) => {
    const random = createRandom(`coverage ${families}`);
    let covered = 0;
    for (let world = 0; world < 300; world += 1) {
      const subsets = each(draw(random, families, 0));
      if (lowerLimit(subsets, 0.025) <= 0 && upperLimit(subsets, 0.025) >= 0) covered += 1;
    }
    expect(covered / 300).toBeGreaterThanOrEqual(0.91);
    expect(covered / 300).toBeLessThanOrEqual(0.99);
  });
});
