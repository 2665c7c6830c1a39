import { expect, test } from "vitest";
import { AdaptiveLimiter } from "./adaptive-limiter.ts";
import { manualClock, never, settle } from "./chain.fixture.ts";

/** Many more callers than places; each round, everyone who is in leaves with a clean reply. */
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
