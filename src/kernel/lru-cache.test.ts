import fc from "fast-check";
import { expect, test } from "vitest";
import { LruCache } from "./lru-cache.ts";

test("it answers like a function, and makes again only what was not asked for lately", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("a", "b", "c", "d", "e")),
      fc.integer({ min: 1, max: 4 }),
      (asked, limit) => {
        const results = new LruCache<string>(limit);
        asked.forEach((name, i) => {
          let isMade = false;
          const made = results.get(name, (given) => {
            isMade = true;
            return given.toUpperCase();
          });
          const since = asked.slice(0, i).lastIndexOf(name);
          const others = new Set(asked.slice(since + 1, i)).size;
          expect(made).toBe(name.toUpperCase());
          expect(isMade).toBe(since === -1 || others >= limit);
        });
      },
    ),
  );
});

test("what is forgotten is made again", () => {
  const results = new LruCache<object>(2);
  const first = results.get("a", () => ({}));
  expect(results.get("a", () => ({}))).toBe(first);
  results.forget("a");
  expect(results.get("a", () => ({}))).not.toBe(first);
});
