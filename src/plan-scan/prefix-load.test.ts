import fc from "fast-check";
import { expect, test } from "vitest";
import { addLoads, loadsOf, NO_LOADS, type PrefixGroup, type TokenLoad } from "./prefix-load.ts";

const group: fc.Arbitrary<PrefixGroup> = fc
  .record({
    prefix: fc.integer({ min: 1, max: 20_000 }),
    replyShare: fc.double({ min: 0, max: 1, noNaN: true }),
    min: fc.integer({ min: 0, max: 40 }),
    more: fc.double({ min: 0, max: 40, noNaN: true }),
    suffix: fc.integer({ min: 1, max: 1000 }),
  })
  .map(({ prefix, replyShare, min, more, suffix }) => ({
    prefix,
    replies: prefix * replyShare,
    calls: { min, expected: min + more, max: min + 2 * more },
    suffix: (min + more) * suffix,
  }));
const cacheableFrom = fc.constantFrom(1024, 4096, Number.POSITIVE_INFINITY);
const spread = fc.constantFrom(1, 1.4, 1.85);
const billed = (load: TokenLoad) => load.uncached + load.cacheWrite + load.cacheRead;

test("every token sent is billed in one way", () => {
  fc.assert(
    fc.property(group, cacheableFrom, spread, (asked, from, repliesSpread) => {
      for (const load of Object.values(loadsOf(asked, from, repliesSpread))) {
        expect(billed(load)).toBeCloseTo(load.prefix + load.suffix, 3);
        expect(load.uncached).toBeGreaterThanOrEqual(load.suffix - 1e-6);
      }
    }),
  );
});

test("a prefix is written once however often it is read, and a short one never", () => {
  fc.assert(
    fc.property(group, cacheableFrom, (asked, from) => {
      const { expected } = loadsOf(asked, from, 1);
      expect(expected.cacheWrite).toBeLessThanOrEqual(asked.prefix);
      if (asked.prefix < from) expect(expected.cacheWrite + expected.cacheRead).toBe(0);
    }),
  );
});

test("each thing that is not known sends fewer tokens at its cheap end and more at its dear one", () => {
  fc.assert(
    fc.property(group, spread, (asked, repliesSpread) => {
      const { expected, ...ends } = loadsOf(asked, Number.POSITIVE_INFINITY, repliesSpread);
      for (const [end, load] of Object.entries(ends)) {
        const [less, more] = end.startsWith("cheap") ? [load, expected] : [expected, load];
        expect(billed(less)).toBeLessThanOrEqual(billed(more) + 1e-6);
      }
    }),
  );
});

test("loads add up", () => {
  const calls = { min: 1, expected: 2, max: 4 };
  const one = loadsOf({ prefix: 2000, replies: 500, calls, suffix: 20 }, 1024, 1);
  expect(addLoads(NO_LOADS, one)).toEqual(one);
  expect(addLoads(one, one).expected).toMatchObject({
    calls: 4,
    prefix: 8000,
    cacheWrite: 4000,
    cacheRead: 3800,
  });
});
