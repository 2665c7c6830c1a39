import fc from "fast-check";
import { expect, test } from "vitest";
import { cohenKappa } from "./cohen-kappa.ts";
import { krippendorffAlpha } from "./krippendorff-alpha.ts";
import { weightedKappa } from "./weighted-kappa.ts";

const tables = fc.integer({ min: 2, max: 4 }).chain((size) =>
  fc.array(fc.array(fc.nat(30), { minLength: size, maxLength: size }), {
    minLength: size,
    maxLength: size,
  }),
);

test("three ordered categories, worked by hand", () => {
  const table = [
    [10, 2, 1],
    [3, 8, 2],
    [0, 4, 10],
  ];
  // 40 items; 13 steps (15 squared) observed against 1418 / 40 (2120 / 40) by chance.
  expect(weightedKappa(table, "linear").value).toBeCloseTo(1 - (40 * 13) / 1418, 12);
  expect(weightedKappa(table, "quadratic").value).toBeCloseTo(1 - (40 * 15) / 2120, 12);
});

test("with two categories every weighting is Cohen's kappa", () => {
  const two = fc.array(fc.array(fc.nat(50), { minLength: 2, maxLength: 2 }), { minLength: 2, maxLength: 2 });
  fc.assert(
    fc.property(two, (table) => {
      const plain = cohenKappa(table);
      for (const weights of ["linear", "quadratic"] as const) {
        const weighted = weightedKappa(table, weights);
        expect(weighted.reason).toBe(plain.reason);
        if (plain.value !== null) expect(weighted.value).toBeCloseTo(plain.value, 12);
      }
    }),
  );
});

test("exchanging the raters or turning the order around changes nothing, and kappa is at most 1", () => {
  fc.assert(
    fc.property(tables, (table) => {
      const { value } = weightedKappa(table, "quadratic");
      if (value === null) return;
      const transposed = table.map((_, j) => table.map((row) => row[j] ?? 0));
      const reversed = table.toReversed().map((row) => row.toReversed());
      expect(value).toBeLessThanOrEqual(1);
      expect(weightedKappa(transposed, "quadratic").value).toBeCloseTo(value, 12);
      expect(weightedKappa(reversed, "quadratic").value).toBeCloseTo(value, 12);
    }),
  );
});

test("with many items the quadratic kappa of raters with like habits is Krippendorff's interval alpha", () => {
  const table = [
    [300, 40, 5],
    [40, 200, 30],
    [5, 30, 350],
  ];
  const items = table.flatMap((row, i) =>
    row.flatMap((count, j) => Array.from({ length: count }, () => [i, j])),
  );
  const alpha = krippendorffAlpha(items, "interval").value ?? 0;
  expect(weightedKappa(table, "quadratic").value).toBeCloseTo(alpha, 3);
});
