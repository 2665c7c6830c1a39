import { expect, test } from "vitest";
import { systemClock } from "./clock.ts";

test("sleep rejects with the signal's reason when it was aborted before", async () => {
  const reason = new Error("stopped before");
  await expect(systemClock.sleep(60_000, AbortSignal.abort(reason))).rejects.toBe(reason);
});

test("sleep rejects with the signal's reason when it is aborted meanwhile", async () => {
  const controller = new AbortController();
  const reason = new Error("stopped meanwhile");
  const sleeping = systemClock.sleep(60_000, controller.signal);
  controller.abort(reason);
  await expect(sleeping).rejects.toBe(reason);
});

test("sleep ends by itself when nobody aborts it", async () => {
  await expect(systemClock.sleep(1, new AbortController().signal)).resolves.toBeUndefined();
});

test("the monotonic clock never runs backwards", () => {
  const readings = Array.from({ length: 1000 }, () => systemClock.monotonicMs());
  expect(readings).toEqual(readings.toSorted((a, b) => a - b));
});

test("now is a date of this age, in milliseconds", () => {
  expect(new Date(systemClock.now()).getUTCFullYear()).toBeGreaterThanOrEqual(2025);
});
