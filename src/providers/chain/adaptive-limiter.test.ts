import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { systemClock } from "../../kernel/clock.ts";
import { ModelId } from "../../schema/ids.ts";
import type { ModelClient, ModelReply } from "../model-client.ts";
import { AdaptiveLimiter, withLimiter } from "./adaptive-limiter.ts";
import { manualClock, never, REPLY, requestOf, settle } from "./chain.fixture.ts";

describe("adaptive limiter", () => {
  /** Many more callers than places; each round, every admitted caller leaves with a clean reply. */
  async function crowd(limiter: AdaptiveLimiter, size: number) {
    let inside = 0;
    for (let caller = 0; caller < size; caller++) void limiter.enter(never).then(() => inside++);
    await settle();
    return {
      inside: () => inside,
      round: async () => {
        const leaving = inside;
        inside = 0;
        for (let caller = 0; caller < leaving; caller++) limiter.leave(true);
        await settle();
      },
    };
  }

  test("the limit doubles with every clean round, up to the maximum", async () => {
    const limiter = new AdaptiveLimiter({ maxConnections: 60, clock: manualClock().clock });
    const { inside, round } = await crowd(limiter, 1000);
    const limits = [inside()];
    for (let rounds = 0; rounds < 3; rounds++) {
      await round();
      limits.push(inside());
    }
    expect(limits).toEqual([16, 32, 60, 60]);
  });

  test("who allows many connections begins with a quarter of them, who allows few with all", () => {
    const limitOf = (maxConnections: number) =>
      new AdaptiveLimiter({ maxConnections, clock: manualClock().clock }).limit;
    expect([1, 16, 50, 256].map(limitOf)).toEqual([1, 16, 16, 64]);
  });

  test("those who share an account share the first limit, until somebody is refused", () => {
    const { clock } = manualClock();
    const limiter = new AdaptiveLimiter({ maxConnections: 60, clock });
    limiter.shareWith(4);
    expect(limiter.limit).toBe(4);
    limiter.shareWith(8);
    expect(limiter.limit).toBe(2);
    limiter.shareWith(100);
    expect(limiter.limit).toBe(1);
    const refused = new AdaptiveLimiter({ maxConnections: 60, clock });
    for (let call = 0; call < 16; call++) void refused.enter(never);
    refused.slowDown(0, undefined);
    refused.shareWith(8);
    expect(refused.limit).toBe(8);
  });

  test("after the first refusal the limit halves, and grows by one a round from there", async () => {
    const { clock, advance } = manualClock();
    const limiter = new AdaptiveLimiter({ maxConnections: 60, clock });
    const { round } = await crowd(limiter, 1000);
    await round();
    expect(limiter.limit).toBe(32);
    await advance(1);
    limiter.slowDown(clock.monotonicMs(), undefined);
    expect(limiter.limit).toBe(16);
    await round();
    await round();
    await round();
    expect(limiter.limit).toBeGreaterThanOrEqual(17);
    expect(limiter.limit).toBeLessThanOrEqual(20);
  });

  test("refusals of calls that were out together count once", async () => {
    const { clock, advance } = manualClock();
    const limiter = new AdaptiveLimiter({ maxConnections: 64, clock });
    await crowd(limiter, 64);
    const sentAtMs = clock.monotonicMs();
    await advance(10);
    for (let refusal = 0; refusal < 16; refusal++) limiter.slowDown(sentAtMs, undefined);
    expect(limiter.limit).toBe(8);
  });

  test("the limit never falls below one", async () => {
    const { clock } = manualClock();
    const limiter = new AdaptiveLimiter({ maxConnections: 4, clock });
    for (let refusal = 0; refusal < 10; refusal++) limiter.slowDown(clock.monotonicMs(), undefined);
    expect(limiter.limit).toBe(1);
  });

  test("a limit that nobody reaches does not grow", async () => {
    const limiter = new AdaptiveLimiter({ maxConnections: 64, clock: manualClock().clock });
    for (let call = 0; call < 100; call++) {
      await limiter.enter(never);
      limiter.leave(true);
    }
    expect(limiter.limit).toBe(16);
  });

  test("when the provider names a time, everyone waits for it", async () => {
    const { clock, advance } = manualClock();
    const limiter = new AdaptiveLimiter({ maxConnections: 8, clock });
    await limiter.enter(never);
    limiter.slowDown(clock.monotonicMs(), 5000);
    const entered: string[] = [];
    void limiter.enter(never).then(() => entered.push("newcomer"));
    void limiter.whenOpen(never).then(() => entered.push("retry"));
    limiter.leave(false);
    await advance(4999);
    expect(entered).toEqual([]);
    await advance(1);
    expect(entered.toSorted()).toEqual(["newcomer", "retry"]);
  });

  test("a later time that is named meanwhile holds", async () => {
    const { clock, advance } = manualClock();
    const limiter = new AdaptiveLimiter({ maxConnections: 8, clock });
    limiter.slowDown(clock.monotonicMs(), 1000);
    let hasEntered = false;
    void limiter.enter(never).then(() => {
      hasEntered = true;
    });
    await advance(500);
    limiter.slowDown(clock.monotonicMs(), 2000);
    await advance(1000);
    expect(hasEntered).toBe(false);
    await advance(1000);
    expect(hasEntered).toBe(true);
  });

  test("no timer is left when the last one who waited gives up", async () => {
    const { clock, sleepers } = manualClock();
    const limiter = new AdaptiveLimiter({ maxConnections: 8, clock });
    limiter.slowDown(clock.monotonicMs(), 60_000);
    const controller = new AbortController();
    const reason = new Error("enough");
    const entering = limiter.enter(controller.signal);
    const refused = expect(entering).rejects.toBe(reason);
    expect(sleepers()).toBe(1);
    controller.abort(reason);
    await refused;
    expect(sleepers()).toBe(0);
  });
});

describe("with limiter", () => {
  const limiterOf = (maxConnections: number) => new AdaptiveLimiter({ maxConnections, clock: systemClock });

  /** A model whose calls end when the test ends them. */
  function heldModel() {
    const calls: {
      readonly turn: number;
      readonly end: () => void;
      readonly fail: (reason: Error) => void;
    }[] = [];
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
    // Runs right after the limiter saw the reply: the second call has its place but has not resumed yet.
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
});
