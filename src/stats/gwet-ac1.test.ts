import fc from "fast-check";
import { expect, test } from "vitest";
import { gwetAc1 } from "./gwet-ac1.ts";

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
