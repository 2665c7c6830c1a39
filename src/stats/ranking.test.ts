import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rankSets, tiers } from "./ranking.ts";
import { separations } from "./separations.fixture.ts";

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
