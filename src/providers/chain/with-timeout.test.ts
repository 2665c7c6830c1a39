import { expect, test } from "vitest";
import {
  manualClock,
  never,
  REPLY,
  requestOf,
  scriptedModel,
  settle,
  untilAborted,
} from "./chain.fixture.ts";
import { withTimeout } from "./with-timeout.ts";

test("an attempt that takes too long is given up, and may have been billed", async () => {
  const { clock, advance, sleepers } = manualClock();
  const { client } = scriptedModel(untilAborted);
  const reply = withTimeout(client, { clock, timeoutMs: 30_000 }).complete(requestOf(1), never);
  const failed = expect(reply).rejects.toMatchObject({
    message: "no answer within 30 s",
    failure: { kind: "timeout", isRetryable: true, mayBeBilled: true },
  });
  await advance(30_000);
  await failed;
  expect(sleepers()).toBe(0);
});

test("a timeout ends also what does not listen to its signal", async () => {
  const { clock, advance } = manualClock();
  const { client } = scriptedModel(() => new Promise(() => {}));
  const reply = withTimeout(client, { clock, timeoutMs: 1000 }).complete(requestOf(1), never);
  const failed = expect(reply).rejects.toMatchObject({ kind: "timeout" });
  await advance(1000);
  await failed;
});

test("an attempt that hangs is named once, while it goes on", async () => {
  const { clock, advance } = manualClock();
  const end = Promise.withResolvers<typeof REPLY>();
  const { client } = scriptedModel(() => end.promise);
  const hangs: string[] = [];
  const timed = withTimeout(client, {
    clock,
    timeoutMs: 300_000,
    hangAfterMs: 60_000,
    onHang: (description, seconds) => hangs.push(`${description}: ${seconds} s`),
  });
  const reply = timed.complete(requestOf(2), never);
  await settle();
  await advance(59_999);
  expect(hangs).toEqual([]);
  await advance(1);
  await advance(100_000);
  expect(hangs).toEqual(["test/model safety_crisis_test_001.r1 turn 2: 60 s"]);
  end.resolve(REPLY);
  expect(await reply).toEqual(REPLY);
});

test("a reply in time leaves no timer behind", async () => {
  const { clock, sleepers } = manualClock();
  const { client } = scriptedModel();
  expect(await withTimeout(client, { clock, timeoutMs: 1000 }).complete(requestOf(1), never)).toEqual(REPLY);
  await settle();
  expect(sleepers()).toBe(0);
});

test("the caller's abort reaches the attempt with its reason", async () => {
  const { clock } = manualClock();
  const { client } = scriptedModel(untilAborted);
  const controller = new AbortController();
  const reason = new Error("Ctrl-C");
  const reply = withTimeout(client, { clock, timeoutMs: 1000 }).complete(requestOf(1), controller.signal);
  const failed = expect(reply).rejects.toBe(reason);
  controller.abort(reason);
  await failed;
});
