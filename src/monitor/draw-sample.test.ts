import fc from "fast-check";
import { expect, test } from "vitest";
import { createRandom } from "../kernel/random.ts";
import { allocate, createDraw } from "./draw-sample.ts";

const LOG = Array.from({ length: 300 }, (_, index) => ({
  id: `c${index}`,
  stratum: index % 10 === 0 ? 1 : 0,
}));

function drawnFrom(log: typeof LOG, size: number, seed: string) {
  const draw = createDraw<string>(size, seed);
  for (const { id, stratum } of log) draw.add(stratum, id, id);
  return draw.finish();
}

test("the same conversations are drawn in whatever order the log has them", () => {
  const random = createRandom("order");
  const shuffled = LOG.map((each) => ({ each, key: random.next() }))
    .sort((a, b) => a.key - b.key)
    .map(({ each }) => each);
  expect(drawnFrom(shuffled, 40, "1")).toEqual(drawnFrom(LOG, 40, "1"));
});

test("another seed draws others", () => {
  expect(drawnFrom(LOG, 40, "2")).not.toEqual(drawnFrom(LOG, 40, "1"));
});

test("a larger sample holds the smaller one", () => {
  const [small, large] = [drawnFrom(LOG, 40, "1"), drawnFrom(LOG, 90, "1")];
  for (const [index, { items }] of small.entries())
    expect(large[index]?.items).toEqual(expect.arrayContaining([...items]));
});

test("everybody has the same chance", () => {
  const times = new Map<string, number>();
  for (let seed = 0; seed < 400; seed += 1)
    for (const { items } of drawnFrom(LOG, 60, String(seed)))
      for (const id of items) times.set(id, (times.get(id) ?? 0) + 1);
  const shares = allocate([270, 30], 60);
  for (const { id, stratum } of LOG) {
    const expected = (400 * (shares[stratum] ?? 0)) / (stratum === 0 ? 270 : 30);
    expect(Math.abs((times.get(id) ?? 0) - expected)).toBeLessThan(5 * Math.sqrt(expected));
  }
});

test("a sample is as large as was asked for, takes of no stratum more than there is, and two of each", () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(500), { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 8, max: 600 }),
      (sizes, total) => {
        const shares = allocate(sizes, total);
        const all = sizes.reduce((sum, size) => sum + size, 0);
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(Math.min(total, all));
        for (const [index, share] of shares.entries()) {
          expect(share).toBeLessThanOrEqual(sizes[index] ?? 0);
          expect(share).toBeGreaterThanOrEqual(Math.min(2, sizes[index] ?? 0));
        }
      },
    ),
  );
});
