import fc from "fast-check";
import { expect, test } from "vitest";
import { addLoads, loadOf, NO_LOAD, type PrefixGroup, type TokenLoad } from "./prefix-load.ts";

const group: fc.Arbitrary<PrefixGroup> = fc
  .record({
    prefix: fc.integer({ min: 1, max: 20_000 }),
    min: fc.integer({ min: 0, max: 40 }),
    more: fc.double({ min: 0, max: 40, noNaN: true }),
    suffix: fc.integer({ min: 1, max: 1000 }),
  })
  .map(({ prefix, min, more, suffix }) => {
    const calls = { min, expected: min + more, max: min + 2 * more };
    const times = (count: number) => count * suffix;
    return {
      prefix,
      calls,
      suffix: { min: times(calls.min), expected: times(calls.expected), max: times(calls.max) },
    };
  });
const cacheableFrom = fc.constantFrom(1024, 4096, Number.POSITIVE_INFINITY);
const billed = (load: TokenLoad) => load.uncached + load.cacheWrite + load.cacheRead;

test("every token sent is billed in one way", () => {
  fc.assert(
    fc.property(group, cacheableFrom, (asked, from) => {
      for (const load of Object.values(loadOf(asked, from))) {
        expect(billed(load)).toBeCloseTo(load.prefix + load.suffix, 3);
        expect(load.uncached).toBeGreaterThanOrEqual(load.suffix - 1e-6);
      }
    }),
  );
});

test("a prefix is written once however often it is read, and a short one never", () => {
  fc.assert(
    fc.property(group, cacheableFrom, (asked, from) => {
      const { expected, max } = loadOf(asked, from);
      expect(expected.cacheWrite).toBeLessThanOrEqual(asked.prefix);
      if (asked.prefix < from) expect(expected.cacheWrite + expected.cacheRead).toBe(0);
      expect(max.cacheRead).toBe(0);
    }),
  );
});

test("loads add up", () => {
  const one = loadOf(
    {
      prefix: 2000,
      calls: { min: 1, expected: 2, max: 4 },
      suffix: { min: 10, expected: 20, max: 40 },
    },
    1024,
  );
  expect(addLoads(NO_LOAD, one)).toEqual(one);
  expect(addLoads(one, one).expected).toMatchObject({
    calls: 4,
    prefix: 8000,
    cacheWrite: 4000,
    cacheRead: 3800,
  });
});
