import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRandom } from "../kernel/random.ts";
import { benjaminiHochberg, holm, mcNemarTest, signFlipTest } from "./significance-tests.ts";

describe("mcnemar", () => {
  test("the exact p is that of flipping the discordant pairs", () => {
    fc.assert(
      fc.property(fc.nat(9), fc.nat(9), (b, c) => {
        const pairs = [...Array<number[]>(b).fill([1]), ...Array<number[]>(c).fill([-1]), [0]];
        const flipped = signFlipTest(pairs, { random: createRandom("unused"), samples: 1 });
        expect(mcNemarTest(b, c).exact).toBeCloseTo(flipped.value?.p ?? -1, 10);
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

describe("sign flip test", () => {
  const differences = fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 1, maxLength: 12 });
  const options = () => ({ random: createRandom("flips"), samples: 4000 });

  function byHand(values: readonly number[]): number {
    const patterns = 2 ** values.length;
    const observed = Math.abs(values.reduce((sum, value) => sum + value, 0));
    let extreme = 0;
    for (let pattern = 0; pattern < patterns; pattern += 1) {
      const sum = values.reduce((all, value, bit) => all + (pattern & (1 << bit) ? value : -value), 0);
      if (Math.abs(sum) >= observed) extreme += 1;
    }
    return extreme / patterns;
  }

  test("few clusters are enumerated, as one would by hand", () => {
    fc.assert(
      fc.property(differences, (values) => {
        const { value } = signFlipTest(
          values.map((one) => [one / 10]),
          options(),
        );
        expect(value?.method).toBe("exact");
        expect(value?.p).toBeCloseTo(byHand(values), 12);
      }),
    );
  });

  test("p lies in (0, 1], and turning all signs or the order changes nothing", () => {
    fc.assert(
      fc.property(differences, (values) => {
        const p = (given: readonly number[]) =>
          signFlipTest(
            given.map((one) => [one]),
            options(),
          ).value?.p ?? -1;
        expect(p(values)).toBeGreaterThan(0);
        expect(p(values)).toBeLessThanOrEqual(1);
        expect(p(values.map((value) => -value))).toBe(p(values));
        expect(p(values.toReversed())).toBe(p(values));
      }),
    );
  });

  test("a cluster turns as a whole", () => {
    const whole = signFlipTest([[1, 1, 1], [1], [1]], options()).value;
    const apart = signFlipTest([[1], [1], [1], [1], [1]], options()).value;
    expect(whole?.p).toBe(2 / 8);
    expect(apart?.p).toBe(2 / 32);
  });

  test("many clusters are sampled with the seed, near the exact value of a normal approximation", () => {
    const values = Array.from({ length: 64 }, (_, index) => [((index * 37) % 64) / 64 - 0.4]);
    const first = signFlipTest(values, options()).value;
    expect(first).toEqual(signFlipTest(values, options()).value);
    expect(first?.method).toBe("sampled");
    expect(first?.patterns).toBe(4000);
    // z = 5.9 / √Σd² = 2.41, two-sided .016.
    expect(Math.abs((first?.p ?? 1) - 0.016)).toBeLessThan(0.008);
  });

  test("where nothing differs p is 1, and without a pair there is no test", () => {
    expect(signFlipTest([[0], [0, 0]], options()).value?.p).toBe(1);
    expect(signFlipTest([[], []], options())).toEqual({ value: null, reason: "there is no pair to compare" });
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
