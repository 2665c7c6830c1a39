import fc from "fast-check";
import { expect, test } from "vitest";
import { benjaminiHochberg } from "./benjamini-hochberg.ts";
import { holm } from "./holm.ts";

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
