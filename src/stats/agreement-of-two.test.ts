import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cohenKappa, gwetAc1 } from "./agreement.ts";

describe("cohen kappa", () => {
  const squareTables = fc.integer({ min: 2, max: 4 }).chain((size) =>
    fc.array(fc.array(fc.nat(200), { minLength: size, maxLength: size }), {
      minLength: size,
      maxLength: size,
    }),
  );

  function transposed(table: readonly (readonly number[])[]): number[][] {
    return table.map((_, column) => table.map((row) => row[column] ?? 0));
  }

  test.each([
    [
      [
        [20, 5],
        [10, 15],
      ],
      0.4,
    ],
    [
      [
        [45, 15],
        [25, 15],
      ],
      0.13043478,
    ],
    [
      [
        [25, 35],
        [5, 35],
      ],
      0.25925926,
    ],
    [
      [
        [40, 10],
        [15, 35],
      ],
      0.5,
    ],
    [
      [
        [118, 5],
        [2, 0],
      ],
      -0.02339181,
    ],
    [
      [
        [80, 10],
        [5, 5],
      ],
      0.31818182,
    ],
    [
      [
        [40, 9],
        [6, 45],
      ],
      0.69951923,
    ],
  ])("%j has kappa %d", (table, kappa) => {
    expect(cohenKappa(table).value).toBeCloseTo(kappa, 7);
  });

  test("one category used by both raters leaves kappa undefined, with the reason", () => {
    for (const table of [
      [[12]],
      [
        [12, 0],
        [0, 0],
      ],
      [
        [0, 0, 0],
        [0, 7, 0],
        [0, 0, 0],
      ],
    ]) {
      expect(cohenKappa(table)).toEqual({ value: null, reason: "both raters used one category only" });
    }
  });

  test("no items leave kappa undefined, with the reason", () => {
    for (const table of [
      [],
      [
        [0, 0],
        [0, 0],
      ],
    ]) {
      expect(cohenKappa(table)).toEqual({ value: null, reason: "nothing was rated twice" });
    }
  });

  test("a rater who always says the same agrees by chance only", () => {
    expect(
      cohenKappa([
        [90, 0],
        [10, 0],
      ]),
    ).toEqual({ value: 0 });
  });

  test("perfect agreement on two categories is 1", () => {
    expect(
      cohenKappa([
        [3, 0],
        [0, 97],
      ]),
    ).toEqual({ value: 1 });
  });

  test("exchanging the raters changes nothing", () => {
    fc.assert(
      fc.property(squareTables, (table) => {
        expect(cohenKappa(transposed(table))).toEqual(cohenKappa(table));
      }),
    );
  });

  test("kappa lies in [-1, 1] wherever it is defined", () => {
    fc.assert(
      fc.property(squareTables, (table) => {
        const { value } = cohenKappa(table);
        if (value === null) return;
        expect(value).toBeGreaterThanOrEqual(-1);
        expect(value).toBeLessThanOrEqual(1);
      }),
    );
  });

  test("a table that is not square, or whose cells are not counts, is refused", () => {
    for (const table of [
      [[1, 2]],
      [[1, 2], [3]],
      [
        [1, -2],
        [3, 4],
      ],
      [
        [1, 0.5],
        [3, 4],
      ],
      [[Number.NaN]],
    ]) {
      expect(() => cohenKappa(table)).toThrow(RangeError);
    }
  });
});

describe("gwet ac1", () => {
  const squareTables = fc.integer({ min: 2, max: 4 }).chain((size) =>
    fc.array(fc.array(fc.nat(200), { minLength: size, maxLength: size }), {
      minLength: size,
      maxLength: size,
    }),
  );

  test.each([
    [
      [
        [118, 5],
        [2, 0],
      ],
      0.94077634,
    ],
    [
      [
        [80, 10],
        [5, 5],
      ],
      0.808,
    ],
    [
      [
        [40, 9],
        [6, 45],
      ],
      0.70074813,
    ],
  ])("%j has AC1 %d", (table, ac1) => {
    expect(gwetAc1(table).value).toBeCloseTo(ac1, 7);
  });

  test("one category used by both raters leaves AC1 undefined, with the reason", () => {
    for (const table of [
      [[12]],
      [
        [12, 0],
        [0, 0],
      ],
    ]) {
      expect(gwetAc1(table)).toEqual({ value: null, reason: "both raters used one category only" });
    }
  });

  test("no items leave AC1 undefined, with the reason", () => {
    expect(
      gwetAc1([
        [0, 0],
        [0, 0],
      ]),
    ).toEqual({ value: null, reason: "nothing was rated twice" });
  });

  test("AC1 lies in [-1, 1] and is 1 only where nobody disagrees", () => {
    fc.assert(
      fc.property(squareTables, (table) => {
        const { value } = gwetAc1(table);
        if (value === null) return;
        expect(value).toBeGreaterThanOrEqual(-1);
        expect(value).toBeLessThanOrEqual(1);
        const disagreed = table.some((row, i) => row.some((count, j) => i !== j && count > 0));
        expect(value === 1).toBe(!disagreed);
      }),
    );
  });

  test("a category that nobody used lowers the agreement expected by chance", () => {
    const two = gwetAc1([
      [40, 9],
      [6, 45],
    ]).value;
    const three = gwetAc1([
      [40, 9, 0],
      [6, 45, 0],
      [0, 0, 0],
    ]).value;
    expect(two).not.toBeNull();
    expect(three).toBeGreaterThan(two ?? 1);
  });
});
