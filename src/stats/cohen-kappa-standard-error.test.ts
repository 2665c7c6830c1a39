import fc from "fast-check";
import { sampleStandardDeviation } from "simple-statistics";
import { expect, test } from "vitest";
import { createRandom } from "../kernel/random.ts";
import { cohenKappa } from "./cohen-kappa.ts";
import { cohenKappaStandardError } from "./cohen-kappa-standard-error.ts";

const tables = fc.array(fc.array(fc.nat(50), { minLength: 3, maxLength: 3 }), { minLength: 3, maxLength: 3 });

test("it is the spread of kappa over simulated tables of an asymmetric world", () => {
  const shares = [0.45, 0.1, 0.05, 0.02, 0.2, 0.03, 0.01, 0.04, 0.1];
  const random = createRandom("kappa");
  const kappas = Array.from({ length: 1500 }, () => {
    const table = [
      [0, 0, 0],
      [0, 0, 0],
      [0, 0, 0],
    ];
    for (let item = 0; item < 400; item += 1) {
      let left = random.next();
      const cell = shares.findIndex((share) => {
        left -= share;
        return left < 0;
      });
      const row = table[Math.floor(cell / 3)];
      if (row !== undefined) row[cell % 3] = (row[cell % 3] ?? 0) + 1;
    }
    return cohenKappa(table).value ?? 0;
  });
  const expected = [0, 3, 6].map((start) => shares.slice(start, start + 3).map((share) => share * 400));
  const error = cohenKappaStandardError(expected.map((row) => row.map(Math.round))).value ?? 0;
  expect(Math.abs(sampleStandardDeviation(kappas) / error - 1)).toBeLessThan(0.08);
});

test("exchanging the raters changes nothing, and it is never negative or no number", () => {
  fc.assert(
    fc.property(tables, (table) => {
      const { value } = cohenKappaStandardError(table);
      const transposed = table.map((_, j) => table.map((row) => row[j] ?? 0));
      if (value === null) return;
      expect(value).toBeGreaterThanOrEqual(0);
      expect(cohenKappaStandardError(transposed).value).toBeCloseTo(value, 10);
    }),
  );
});

test("raters who never disagree leave it undefined rather than 0", () => {
  const perfect = [
    [20, 0],
    [0, 9],
  ];
  expect(cohenKappaStandardError(perfect).value).toBeNull();
  expect(cohenKappaStandardError(perfect).reason).toMatch(/never disagreed/);
  expect(cohenKappaStandardError([[0]]).reason).toBe("nothing was rated twice");
});
