import fc from "fast-check";
import { expect, test } from "vitest";
import { createRandom } from "../../src/kernel/random.ts";
import { AdaptiveLimiter } from "../../src/providers/chain/adaptive-limiter.ts";
import { CallLimiter } from "./call-limiter.ts";
import { EventLoop, Station } from "./event-loop.ts";
import { CONVERSATION_CALL, JUDGE_CALL } from "./measured-times.ts";
import { NO_LIMITS } from "./provider-account.ts";
import { type FleetOptions, simulateFleet } from "./simulate-fleet.ts";
import { conversation, judging, type Stage, stageOf } from "./tasks.ts";

test("events happen in the order of their times, and of two at once the one that was planned first", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 60 }), (times) => {
      const loop = new EventLoop();
      const happened: (readonly [number, number])[] = [];
      for (const [place, atMs] of times.entries()) loop.at(atMs, () => happened.push([loop.nowMs, place]));
      loop.run();
      const expected = times
        .map((atMs, place) => [atMs, place] as const)
        .toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
      expect(happened).toEqual(expected);
    }),
  );
});

test("nothing is planned in the past, and nothing happens after the end", () => {
  const loop = new EventLoop();
  let happened = 0;
  loop.after(10, () => {
    happened += 1;
    expect(() => loop.at(9, () => {})).toThrow("in its past");
  });
  loop.after(30, () => {
    happened += 1;
  });
  loop.run(20);
  expect([happened, loop.nowMs]).toEqual([1, 20]);
});

test("a station serves one after the other, and not while it is away", () => {
  const station = new Station(new EventLoop(), [{ fromMs: 10, toMs: 100 }]);
  expect([station.take(4), station.take(4), station.take(4), station.take(4)]).toEqual([4, 8, 104, 108]);
  expect(station.busyMs).toBe(16);
});

test("the model's limiter goes where the shipped one goes", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 64 }),
      fc.array(fc.constantFrom("enter", "reply", "failure", "too many"), { maxLength: 120 }),
      async (maxConnections, steps) => {
        let nowMs = 0;
        const clock = {
          now: () => nowMs,
          monotonicMs: () => nowMs,
          sleep: () => new Promise<void>(() => {}),
        };
        const [shipped, own] = [
          new AdaptiveLimiter({ maxConnections, clock }),
          new CallLimiter(maxConnections),
        ];
        let inFlight = 0;
        for (const step of steps) {
          nowMs += 1;
          if (step === "enter") {
            void shipped.enter(new AbortController().signal);
            own.enter(() => {
              inFlight += 1;
            });
          } else if (inFlight > 0 && step === "too many") {
            shipped.slowDown(nowMs, undefined);
            own.slowDown(nowMs, nowMs);
          } else if (inFlight > 0) {
            inFlight -= 1;
            shipped.leave(step === "reply");
            own.leave(step === "reply");
          }
          expect(own.limit).toBe(shipped.limit);
        }
      },
    ),
  );
});

const QUICK = { ...CONVERSATION_CALL, medianMs: 2000 };
const LIMITS = { requestsPerMinute: 600, tokensPerMinute: 2_000_000 };

/** A small job, and how many calls it has. */
function smallJob(seed: string): { readonly stages: readonly Stage[]; readonly calls: () => number } {
  const random = createRandom(seed);
  let calls = 0;
  const counted = (task: ReturnType<typeof conversation>) => {
    for (const { left } of task.lanes) calls += left;
    return task;
  };
  const stages = [
    stageOf(40, (place) => counted(conversation(place, 0, QUICK))),
    stageOf(40, () => counted(judging(1, JUDGE_CALL, random))),
  ];
  return { stages, calls: () => calls };
}

const worlds = fc.record({
  seed: fc.string({ maxLength: 8 }),
  workers: fc.integer({ min: 1, max: 12 }),
  killsPerWorkerHour: fc.constantFrom(0, 20, 120),
  errorRate: fc.constantFrom(0, 0.1, 0.5),
  limits: fc.constantFrom(NO_LIMITS, LIMITS),
  ceilingUsd: fc.constantFrom(0.05, 1, 3, 1000),
  ledgerWay: fc.constantFrom("gathered" as const, "one by one" as const),
  sharesBucket: fc.boolean(),
  outages: fc.constantFrom([], [{ fromMs: 8000, toMs: 30_000 }]),
});

function smallFleet({ limits, ...options }: typeof worlds extends fc.Arbitrary<infer World> ? World : never) {
  const job = smallJob(options.seed);
  const fleet: FleetOptions = { ...options, accounts: [limits, limits], stages: job.stages };
  return { result: simulateFleet(fleet), calls: job.calls };
}

test("every call ends exactly once, whatever is killed, refused, failing or away", () => {
  fc.assert(
    fc.property(worlds, (world) => {
      const { result, calls } = smallFleet(world);
      const { done, failed, notAsked, stopped, sent, replied, refused, errors, lost } = result.counts;
      expect(done + failed + notAsked + stopped).toBe(calls());
      expect(replied + refused + errors + lost).toBe(sent);
      expect(done).toBe(replied);
      expect(result.tasks).toBe(80);
    }),
    { numRuns: 60 },
  );
});

test("what is spent, lost and set aside is never above the ceiling, and every reply was paid", () => {
  fc.assert(
    fc.property(worlds, (world) => {
      const { result } = smallFleet(world);
      const atLeastUsd = (result.counts.replied * Math.min(QUICK.cost, JUDGE_CALL.cost)) / 1e9;
      expect(result.highestUsd).toBeLessThanOrEqual(world.ceilingUsd);
      expect(result.spentUsd + result.reservedUsd).toBeLessThanOrEqual(world.ceilingUsd);
      expect(result.spentUsd + result.reservedUsd).toBeGreaterThanOrEqual(atLeastUsd - 1e-9);
      expect(result.buriedUsd).toBeLessThanOrEqual(result.spentUsd);
    }),
    { numRuns: 60 },
  );
});

test("the same seed gives the same fleet, and a kill loses at most what one worker had out", () => {
  const options = { workers: 3, killsPerWorkerHour: 0, accounts: [NO_LIMITS, NO_LIMITS] };
  const run = () =>
    simulateFleet({
      ...options,
      seed: "same",
      kills: [{ worker: 1, atMs: 9000 }],
      stages: smallJob("same").stages,
    });
  const first = run();
  expect(run()).toEqual(first);
  expect(first.counts.lost).toBeGreaterThan(0);
  expect(first.counts.lost).toBeLessThanOrEqual(16);
});

test("with one bucket for all no request is refused, without it some are", () => {
  const run = (sharesBucket: boolean) =>
    simulateFleet({
      seed: "bucket",
      workers: 8,
      sharesBucket,
      accounts: [LIMITS, { requestsPerMinute: 200, tokensPerMinute: 1_000_000 }],
      stages: smallJob("bucket").stages,
    }).counts;
  expect(run(true)).toMatchObject({ refused: 0, failed: 0 });
  expect(run(false).refused).toBeGreaterThan(0);
});
