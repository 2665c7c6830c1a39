import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { benjaminiHochberg, holm, mcNemarTest } from "./significance-tests.ts";
import { pAbove, pBelow, subsetMeans } from "./subset-means.ts";

describe("mcnemar", () => {
  test("the exact p is that of flipping the discordant pairs", () => {
    fc.assert(
      fc.property(fc.nat(6), fc.nat(6), (b, c) => {
        const pairs = [...Array<number>(b).fill(1), ...Array<number>(c).fill(-1), 0];
        const subsets = subsetMeans(pairs.map((total) => ({ total, count: 1 })));
        const flipped = 2 * Math.min(pAbove(subsets, 0), pBelow(subsets, 0));
        expect(mcNemarTest(b, c).exact).toBeCloseTo(Math.min(1, flipped), 10);
      }),
    );
  });

  test("mid-p lies below the exact p, both in (0, 1], and the sides may be exchanged", () => {
    fc.assert(
      fc.property(fc.nat(200), fc.nat(200), (b, c) => {
        const { exact, midP } = mcNemarTest(b, c);
        expect(midP).toBeGreaterThan(0);
        expect(midP).toBeLessThanOrEqual(exact);
        expect(exact).toBeLessThanOrEqual(1);
        expect(mcNemarTest(c, b)).toEqual(mcNemarTest(b, c));
      }),
    );
  });

  test("without a discordant pair p is 1, and chi-square is undefined", () => {
    const none = { value: null, reason: "no pair is discordant" };
    expect(mcNemarTest(0, 0)).toEqual({ exact: 1, midP: 1, chiSquare: none, correctedChiSquare: none });
  });

  test("what is no count is refused", () => {
    expect(() => mcNemarTest(-1, 3)).toThrow(RangeError);
    expect(() => mcNemarTest(1.5, 3)).toThrow(RangeError);
  });
});

describe("holm", () => {
  const pValues = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 30 });

  test.each([
    ["Holm", holm],
    ["Benjamini-Hochberg", benjaminiHochberg],
  ])(
    "%s raises p-values, at most to 1, keeps their order, and does not care how they are listed",
    (_, adjust) => {
      fc.assert(
        fc.property(pValues, (given) => {
          const adjusted = adjust(given);
          expect(adjusted).toHaveLength(given.length);
          expect(adjust(given.toReversed())).toEqual(adjusted.toReversed());
          for (const [i, p] of given.entries()) {
            expect(adjusted[i]).toBeGreaterThanOrEqual(p);
            expect(adjusted[i]).toBeLessThanOrEqual(1);
            for (const [j, other] of given.entries()) {
              if (p <= other) expect(adjusted[i]).toBeLessThanOrEqual(adjusted[j] ?? -1);
            }
          }
        }),
      );
    },
  );

  test("Holm asks for less than Bonferroni and for more than Benjamini-Hochberg", () => {
    fc.assert(
      fc.property(pValues, (given) => {
        for (const [i, p] of holm(given).entries()) {
          expect(p).toBeLessThanOrEqual(Math.min(1, (given[i] ?? 0) * given.length));
          expect(p).toBeGreaterThanOrEqual(benjaminiHochberg(given)[i] ?? 2);
        }
      }),
    );
  });

  test("a single p-value needs no adjusting, and what is no p-value is refused", () => {
    expect(holm([0.04])).toEqual([0.04]);
    expect(benjaminiHochberg([0.04])).toEqual([0.04]);
    expect(() => holm([1.2])).toThrow(RangeError);
    expect(() => benjaminiHochberg([Number.NaN])).toThrow(RangeError);
  });
});
