import fc from "fast-check";
import { expect, test } from "vitest";
import { fleissKappa } from "./fleiss-kappa.ts";
import { krippendorffAlpha } from "./krippendorff-alpha.ts";

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
