import fc from "fast-check";
import { expect, test } from "vitest";
import { systemClock } from "../../kernel/clock.ts";
import { ModelId } from "../../schema/ids.ts";
import type { ModelClient, ModelReply } from "../model-client.ts";
import { AdaptiveLimiter } from "./adaptive-limiter.ts";
import { never, REPLY, requestOf, settle } from "./chain.fixture.ts";
import { withLimiter } from "./with-limiter.ts";

const limiterOf = (maxConnections: number) => new AdaptiveLimiter({ maxConnections, clock: systemClock });

/** A model whose calls end when the test says so. */
function heldModel() {
  const calls: { readonly turn: number; readonly end: () => void; readonly fail: (reason: Error) => void }[] =
    [];
  const counts = { running: 0, most: 0 };
  const client: ModelClient = {
    modelId: ModelId.parse("test/held"),
    simulated: true,
    complete: async (request, signal) => {
      signal.throwIfAborted();
      const held = Promise.withResolvers<void>();
      const turn = request.origin.stage === "target" ? request.origin.turn : 0;
      calls.push({ turn, end: () => held.resolve(), fail: held.reject });
      counts.most = Math.max(counts.most, ++counts.running);
      await held.promise.finally(() => counts.running--);
      return REPLY;
    },
  };
  return { client, calls, counts, turns: () => calls.map((call) => call.turn) };
}

test("never more calls at a time than connections, and all are made in the order they came", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 5 }),
      fc.array(fc.nat({ max: 9 }), { maxLength: 20 }),
      async (connections, picks) => {
        const { client, calls, counts, turns } = heldModel();
        const limited = withLimiter(client, limiterOf(connections));
        const replies = picks.map((_, turn) => limited.complete(requestOf(turn), never));
        const open: (typeof calls)[number][] = [];
        let seen = 0;
        for (const pick of picks) {
          await settle();
          open.push(...calls.slice(seen));
          seen = calls.length;
          expect(open.length).toBeLessThanOrEqual(connections);
          // Calls end in any order.
          for (const call of open.splice(pick % open.length, 1)) call.end();
        }
        expect(await Promise.all(replies)).toHaveLength(picks.length);
        expect(turns()).toEqual(picks.map((_, turn) => turn));
        expect(counts.most).toBe(Math.min(connections, picks.length));
      },
    ),
    { numRuns: 50 },
  );
});

test("a call that is aborted while it waits leaves the queue, and the others keep their order", async () => {
  const { client, calls, turns } = heldModel();
  const limited = withLimiter(client, limiterOf(1));
  const controller = new AbortController();
  const reason = new Error("enough");
  const first = limited.complete(requestOf(1), never);
  const second = limited.complete(requestOf(2), controller.signal);
  const third = limited.complete(requestOf(3), never);
  const fourth = limited.complete(requestOf(4), never);
  controller.abort(reason);
  await expect(second).rejects.toBe(reason);
  for (const expected of [[1], [1, 3], [1, 3, 4]]) {
    await settle();
    expect(turns()).toEqual(expected);
    calls.at(-1)?.end();
  }
  expect(await Promise.all([first, third, fourth])).toHaveLength(3);
});

test("an abort in the moment a call is let in takes no one else out of the queue", async () => {
  const { client, calls, turns } = heldModel();
  const replies: Promise<ModelReply>[] = [];
  const watched: ModelClient = {
    ...client,
    complete: (request, signal) => {
      const reply = client.complete(request, signal);
      replies.push(reply);
      return reply;
    },
  };
  const controller = new AbortController();
  const reason = new Error("enough");
  const limited = withLimiter(watched, limiterOf(1));
  const first = limited.complete(requestOf(1), never);
  const second = limited.complete(requestOf(2), controller.signal);
  const third = limited.complete(requestOf(3), never);
  const refused = expect(second).rejects.toBe(reason);
  await settle();
  // Runs right after the limiter saw the reply: the second call has its place and does not know it yet.
  const aborted = replies[0]?.then(() => controller.abort(reason));
  calls[0]?.end();
  await Promise.all([first, aborted, refused]);
  await settle();
  expect(turns()).toEqual([1, 3]);
  calls[1]?.end();
  expect(await third).toEqual(REPLY);
});

test("a call that fails gives its place to the next", async () => {
  const { client, calls, turns } = heldModel();
  const limited = withLimiter(client, limiterOf(1));
  const first = limited.complete(requestOf(1), never);
  const second = limited.complete(requestOf(2), never);
  await settle();
  calls[0]?.fail(new Error("broken"));
  await expect(first).rejects.toThrow("broken");
  await settle();
  calls[1]?.end();
  expect(await second).toEqual(REPLY);
  expect(turns()).toEqual([1, 2]);
});

test("an aborted caller is turned away at the door", async () => {
  const { client, calls } = heldModel();
  const reason = new Error("enough");
  const limited = withLimiter(client, limiterOf(1));
  await expect(limited.complete(requestOf(1), AbortSignal.abort(reason))).rejects.toBe(reason);
  expect(calls).toEqual([]);
});
