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
