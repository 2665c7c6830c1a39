import fc from "fast-check";
import { expect, test } from "vitest";
import { newcombePairedInterval } from "./newcombe-paired.ts";

const pairs = fc
  .record({ both: fc.nat(60), onlyFirst: fc.nat(60), onlySecond: fc.nat(60), neither: fc.nat(60) })
  .filter(({ both, onlyFirst, onlySecond, neither }) => both + onlyFirst + onlySecond + neither > 0);

test("the interval lies in [-1, 1] and contains the difference", () => {
  fc.assert(
    fc.property(pairs, (counts) => {
      const { value } = newcombePairedInterval(counts);
      expect(value?.interval.low).toBeGreaterThanOrEqual(-1);
      expect(value?.interval.high).toBeLessThanOrEqual(1);
      expect(value?.interval.low).toBeLessThanOrEqual(value?.difference ?? -2);
      expect(value?.interval.high).toBeGreaterThanOrEqual(value?.difference ?? 2);
    }),
  );
});

test("exchanging the sides, or yes and no, turns it around", () => {
  fc.assert(
    fc.property(pairs, (counts) => {
      const { both, onlyFirst, onlySecond, neither } = counts;
      const given = newcombePairedInterval(counts).value;
      for (const turned of [
        { both, onlyFirst: onlySecond, onlySecond: onlyFirst, neither },
        { both: neither, onlyFirst: onlySecond, onlySecond: onlyFirst, neither: both },
      ]) {
        const mirrored = newcombePairedInterval(turned).value;
        expect(mirrored?.interval.low).toBeCloseTo(-(given?.interval.high ?? 2), 10);
        expect(mirrored?.interval.high).toBeCloseTo(-(given?.interval.low ?? 2), 10);
      }
    }),
  );
});

test("without a pair there is no interval, and what is no count is refused", () => {
  const none = { both: 0, onlyFirst: 0, onlySecond: 0, neither: 0 };
  expect(newcombePairedInterval(none)).toEqual({ value: null, reason: "there is no pair to compare" });
  expect(() => newcombePairedInterval({ ...none, both: 0.5 })).toThrow(RangeError);
});
