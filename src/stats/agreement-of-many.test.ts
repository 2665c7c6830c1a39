import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fleissKappa, gwetAc1, gwetAc1OfMany, krippendorffAlpha } from "./agreement.ts";

describe("fleiss kappa", () => {
  /** Items rated by three raters on three categories. */
  const rated = fc.array(fc.array(fc.nat(2), { minLength: 3, maxLength: 3 }), {
    minLength: 1,
    maxLength: 25,
  });
  const counted = (items: readonly (readonly number[])[]) =>
    items.map((ratings) => [0, 1, 2].map((category) => ratings.filter((one) => one === category).length));

  test.each([
    ["Fleiss' kappa", fleissKappa],
    ["AC1", gwetAc1OfMany],
  ])(
    "%s is at most 1, is 1 exactly where all agree, and ignores the order of items and names",
    (_, coefficient) => {
      fc.assert(
        fc.property(rated, (items) => {
          const table = counted(items);
          const { value } = coefficient(table);
          if (value === null) return;
          expect(value).toBeGreaterThanOrEqual(-1);
          expect(value).toBeLessThanOrEqual(1 + 1e-12);
          expect(value > 1 - 1e-12).toBe(items.every((ratings) => new Set(ratings).size === 1));
          expect(coefficient(table.toReversed()).value).toBeCloseTo(value, 10);
          expect(coefficient(table.map((row) => row.toReversed())).value).toBeCloseTo(value, 10);
        }),
      );
    },
  );

  test("AC1 of two raters is the same from their table and from counts", () => {
    const tables = fc.array(fc.array(fc.nat(9), { minLength: 2, maxLength: 2 }), {
      minLength: 2,
      maxLength: 2,
    });
    fc.assert(
      fc.property(tables, (table) => {
        const items = table.flatMap((row, i) =>
          row.flatMap((count, j) =>
            Array.from({ length: count }, () => [0, 1].map((c) => Number(i === c) + Number(j === c))),
          ),
        );
        const { value } = gwetAc1(table);
        if (value === null) expect(gwetAc1OfMany(items).value).toBeNull();
        else expect(gwetAc1OfMany(items).value).toBeCloseTo(value, 10);
      }),
    );
  });

  test("AC1 takes items rated unequally often, Fleiss' kappa does not", () => {
    const table = [
      [3, 0],
      [1, 1],
      [0, 2],
      [1, 0],
    ];
    expect(gwetAc1OfMany(table).value).toBeCloseTo((2 / 3 - 15 / 32) / (1 - 15 / 32), 10);
    expect(fleissKappa(table)).toEqual({ value: null, reason: "the items were not rated equally often" });
  });

  test("nothing rated twice leaves both undefined, and odd tables are refused", () => {
    for (const coefficient of [fleissKappa, gwetAc1OfMany]) {
      expect(coefficient([])).toEqual({ value: null, reason: "nothing was rated twice" });
      expect(
        coefficient([
          [1, 0],
          [0, 1],
        ]),
      ).toEqual({ value: null, reason: "nothing was rated twice" });
      expect(() => coefficient([[1, 2], [3]])).toThrow(RangeError);
      expect(() => coefficient([[0.5, 2]])).toThrow(RangeError);
    }
  });
});

describe("krippendorff alpha", () => {
  const rating = fc.option(fc.integer({ min: 1, max: 4 }), { freq: 5 });
  const items = fc.array(fc.array(rating, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 20 });
  const levels = ["nominal", "ordinal", "interval"] as const;

  test("the example of four raters with missing values has the published ordinal alpha", () => {
    const published = [
      [1, 1, null, 1],
      [2, 2, 3, 2],
      [3, 3, 3, 3],
      [3, 3, 3, 3],
      [2, 2, 2, 2],
      [1, 2, 3, 4],
      [4, 4, 4, 4],
      [1, 1, 2, 1],
      [2, 2, 2, 2],
      [null, 5, 5, 5],
      [null, null, 1, 1],
      [null, 3, null, null],
    ];
    expect(krippendorffAlpha(published, "ordinal").value).toBeCloseTo(0.815, 3);
  });

  test("alpha is at most 1, and 1 exactly where no two ratings of an item differ", () => {
    fc.assert(
      fc.property(items, fc.constantFrom(...levels), (given, level) => {
        const { value } = krippendorffAlpha(given, level);
        if (value === null) return;
        const agreed = given.every((ratings) => new Set(ratings.filter((one) => one !== null)).size <= 1);
        expect(value).toBeLessThanOrEqual(1);
        expect(value === 1).toBe(agreed);
      }),
    );
  });

  test("neither the order of items nor that of raters matters, nor a missing rating more", () => {
    fc.assert(
      fc.property(items, fc.constantFrom(...levels), (given, level) => {
        const shuffled = given.toReversed().map((ratings) => [null, ...ratings.toReversed()]);
        const { value, reason } = krippendorffAlpha(given, level);
        const again = krippendorffAlpha(shuffled, level);
        expect(again.reason).toBe(reason);
        if (value !== null) expect(again.value).toBeCloseTo(value, 10);
      }),
    );
  });

  test("names may be exchanged, ranks stretched and quantities scaled", () => {
    fc.assert(
      fc.property(items, (given) => {
        const mapped = (change: (value: number) => number) =>
          given.map((ratings) => ratings.map((one) => (one === null ? null : change(one))));
        const same = (level: (typeof levels)[number], change: (value: number) => number) =>
          expect(krippendorffAlpha(mapped(change), level).value ?? 9).toBeCloseTo(
            krippendorffAlpha(given, level).value ?? 9,
            10,
          );
        same("nominal", (value) => (value * 3) % 5);
        same("ordinal", (value) => value ** 3);
        same("interval", (value) => 10 * value - 7);
      }),
    );
  });

  test("with many items nominal alpha is Fleiss' kappa", () => {
    const given = Array.from({ length: 900 }, (_, i) => [i % 3, i % 3, i % 7 === 0 ? (i + 1) % 3 : i % 3]);
    const table = given.map((ratings) => [0, 1, 2].map((c) => ratings.filter((one) => one === c).length));
    const kappa = fleissKappa(table).value ?? 0;
    expect(krippendorffAlpha(given, "nominal").value).toBeCloseTo(kappa, 3);
  });

  test("nothing rated twice leaves alpha undefined, and a rating that is no number is refused", () => {
    expect(krippendorffAlpha([[1, null], [2]], "nominal")).toEqual({
      value: null,
      reason: "nothing was rated twice",
    });
    expect(() => krippendorffAlpha([[1, Number.NaN]], "interval")).toThrow(RangeError);
  });
});
