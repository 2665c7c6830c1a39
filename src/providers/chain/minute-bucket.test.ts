import fc from "fast-check";
import { expect, test } from "vitest";
import { drawFromBucket, type MinuteBucket } from "./minute-bucket.ts";

const MINUTE_MS = 60_000;
const looks = fc.array(
  fc.record({ afterMs: fc.integer({ min: 0, max: 20_000 }), calls: fc.nat({ max: 40 }) }),
  {
    minLength: 1,
    maxLength: 80,
  },
);

/** Returns the times of the calls sent, for workers that draw at these times. */
function goneOut(
  steps: readonly { readonly afterMs: number; readonly calls: number }[],
  limits: { readonly requests_per_minute?: number; readonly tokens_per_minute?: number },
  tokens: number,
) {
  let bucket: MinuteBucket | null = null;
  let nowMs = 0;
  const gone: { readonly atMs: number; readonly calls: number }[] = [];
  for (const { afterMs, calls } of steps) {
    nowMs += afterMs;
    const asked = Array.from({ length: calls }, () => tokens);
    const drawn = drawFromBucket(bucket, limits, nowMs, { asked, correction: 0 });
    bucket = drawn.bucket;
    gone.push({ atMs: nowMs, calls: drawn.admitted });
  }
  return gone;
}

const busiestMinute = (gone: readonly { readonly atMs: number; readonly calls: number }[]) =>
  Math.max(
    ...gone.map(({ atMs: from }) =>
      gone
        .filter(({ atMs }) => atMs >= from && atMs < from + MINUTE_MS)
        .reduce((sum, { calls }) => sum + calls, 0),
    ),
  );

test("no minute has more requests than the limit, whoever asks when and for how many", () => {
  fc.assert(
    fc.property(looks, fc.integer({ min: 1, max: 2000 }), (steps, limit) => {
      expect(busiestMinute(goneOut(steps, { requests_per_minute: limit }, 1))).toBeLessThanOrEqual(limit);
    }),
  );
});

test("no minute has more tokens than the limit and one call", () => {
  fc.assert(
    fc.property(
      looks,
      fc.integer({ min: 100, max: 100_000 }),
      fc.integer({ min: 1, max: 5000 }),
      (steps, limit, tokens) => {
        const gone = goneOut(steps, { tokens_per_minute: limit }, tokens);
        expect(busiestMinute(gone) * tokens).toBeLessThanOrEqual(limit + 2 * tokens);
      },
    ),
  );
});

test("who always asks gets nearly all of a minute", () => {
  const steps = Array.from({ length: 120 }, () => ({ afterMs: 500, calls: 20 }));
  expect(busiestMinute(goneOut(steps, { requests_per_minute: 600 }, 1))).toBeGreaterThan(580);
});

test("what replies had beyond what was drawn for them is made up for first", () => {
  const limits = { tokens_per_minute: 6100 };
  const first = drawFromBucket(null, limits, 0, { asked: [100], correction: 0 });
  expect(first.admitted).toBe(1);
  const next = drawFromBucket(first.bucket, limits, 1000, { asked: [100], correction: 500 });
  expect(next.admitted).toBe(0);
  expect(drawFromBucket(next.bucket, limits, 5000, { asked: [100], correction: 0 }).admitted).toBe(0);
  expect(drawFromBucket(next.bucket, limits, 6000, { asked: [100], correction: 0 }).admitted).toBe(1);
});

test("a clock that was set back fills nothing", () => {
  const { bucket } = drawFromBucket(null, { requests_per_minute: 1 }, 1000, { asked: [1], correction: 0 });
  const again = drawFromBucket(bucket, { requests_per_minute: 1 }, 0, { asked: [1], correction: 0 });
  expect(again).toEqual({ bucket, admitted: 0 });
});
