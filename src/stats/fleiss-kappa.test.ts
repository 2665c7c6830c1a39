import fc from "fast-check";
import { expect, test } from "vitest";
import { fleissKappa } from "./fleiss-kappa.ts";
import { gwetAc1 } from "./gwet-ac1.ts";
import { gwetAc1OfMany } from "./gwet-ac1-of-many.ts";

/** Items rated by three raters on three categories. */
const rated = fc.array(fc.array(fc.nat(2), { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 25 });
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
