import { afterEach, expect, test } from "vitest";
import { type Clock, systemClock } from "../kernel/clock.ts";
import { type AccountLimits, shareAccounts } from "./account-limits.ts";
import type { Database } from "./database.ts";
import { describeOnPostgres, stammering, useDatabase } from "./postgres.fixture.ts";
import { registerWorker, type WorkerPresence } from "./worker-presence.ts";

/** A limiter that records its calls. */
function listeningLimiter() {
  const slowed: { readonly sentAtMs: number; readonly waitMs: number | undefined }[] = [];
  const told = Promise.withResolvers<void>();
  let sharers = 0;
  return {
    slowed,
    told: told.promise,
    sharers: () => sharers,
    limiter: {
      slowDown(sentAtMs: number, waitMs: number | undefined) {
        slowed.push({ sentAtMs, waitMs });
        told.resolve();
      },
      shareWith(count: number) {
        sharers = count;
      },
    },
  };
}

/** The database is polled only when the test advances time. */
function steppedClock() {
  let wake = () => {};
  const clock: Clock = {
    ...systemClock,
    sleep: (_, signal) =>
      new Promise((resolve, reject) => {
        wake = resolve;
        signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      }),
  };
  return { clock, look: () => wake() };
}

describeOnPostgres("accounts that several work for", () => {
  let database: Database;
  useDatabase((made) => {
    ({ database } = made);
  });

  let joined = 0;
  const crew: { leave(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const each of crew.splice(0)) await each.leave();
  });
  async function worker(account: string, through: Database = database) {
    const { clock, look } = steppedClock();
    joined += 1;
    const presence: WorkerPresence = await registerWorker({ database, clock: systemClock, id: `w${joined}` });
    const troubles: string[] = [];
    const limits: AccountLimits = shareAccounts({
      database: through,
      clock,
      worker: presence.id,
      onTrouble: (sentence) => troubles.push(sentence),
    });
    const ears = listeningLimiter();
    const shared = limits.join(account, ears.limiter);
    await limits.opened();
    const leave = async () => {
      await limits.close();
      await presence.leave();
    };
    crew.push({ leave });
    return { ...ears, ...shared, clock, look, troubles, limits, leave };
  }

  test("a wait that one is told reaches the others of the account, and nobody else", async () => {
    const one = await worker("openai api.example 0000a1");
    const other = await worker("openai api.example 0000a1");
    const stranger = await worker("openai api.example 0000b2");
    one.refused(one.clock.monotonicMs(), 20_000);
    await one.limits.close();
    other.look();
    await other.told;
    const [slowed] = other.slowed;
    expect(slowed?.waitMs).toBeGreaterThan(10_000);
    expect(slowed?.waitMs).toBeLessThanOrEqual(20_000);
    stranger.look();
    await stranger.limits.close();
    expect(stranger.slowed).toEqual([]);
    const late = await worker("openai api.example 0000a1");
    expect(late.slowed).toHaveLength(1);
  });

  test("of several refusals the latest wait holds, however often it is told", async () => {
    const one = await worker("anthropic api.example 0000c3", stammering(database));
    for (const seconds of [30, 10, 5]) one.refused(one.clock.monotonicMs(), seconds * 1000);
    await one.limits.close();
    const [row] = await database.query(
      `select extract(epoch from opens_at - clock_timestamp())::float8 as waits from ib.account
         where account = 'anthropic api.example 0000c3'`,
    );
    expect(row?.["waits"]).toBeGreaterThan(20);
    expect(row?.["waits"]).toBeLessThanOrEqual(30);
  });

  test("a refusal that named no time slows others too, and one of long ago nobody", async () => {
    const one = await worker("google api.example 0000d4");
    const other = await worker("google api.example 0000d4");
    one.refused(one.clock.monotonicMs() + 5000, undefined);
    await one.limits.close();
    other.look();
    await other.told;
    expect(other.slowed.map(({ waitMs }) => waitMs)).toEqual([undefined]);
    await database.query(
      "update ib.account set refused_sent = clock_timestamp() - interval '1 hour' where account like 'google%'",
    );
    const late = await worker("google api.example 0000d4");
    expect(late.slowed).toEqual([]);
  });

  test("each knows how many share the account: those who live", async () => {
    const one = await worker("openai api.example 0000e5");
    const other = await worker("openai api.example 0000e5");
    expect(other.sharers()).toBe(2);
    await one.leave();
    const third = await worker("openai api.example 0000e5");
    expect(third.sharers()).toBe(2);
  });

  test("what several draw from a bucket at once is drawn once, by the server's clock", async () => {
    const one = await worker("openai api.example 0000f6");
    const other = await worker("openai api.example 0000f6");
    const takeOne: Parameters<typeof one.changeBucket>[0] = (before, nowMs) => {
      const left = before?.requests ?? 10;
      const admitted = left > 0 ? 1 : 0;
      return { bucket: { requests: left - admitted, tokens: -3.5, filledMs: nowMs }, admitted };
    };
    const drawn = await Promise.all(
      Array.from({ length: 30 }, (_, place) => (place % 2 ? one : other).changeBucket(takeOne)),
    );
    expect(drawn.reduce((sum, admitted) => sum + admitted, 0)).toBe(10);
    const [row] = await database.query(
      `select requests, tokens, abs(extract(epoch from clock_timestamp() - filled)) < 60 as is_now
         from ib.account where account = 'openai api.example 0000f6'`,
    );
    expect(row).toEqual({ requests: 0, tokens: -3.5, is_now: true });
  });

  test("where the database refuses it is said once, and the limiter goes on alone", async () => {
    const one = await worker("openai api.example 0000a7", {
      ...database,
      query: (text, values) =>
        text.startsWith("update ib.account")
          ? Promise.reject(new Error("permission denied"))
          : database.query(text, values),
    });
    one.refused(0, 1000);
    one.refused(0, 2000);
    await one.limits.close();
    expect(one.troubles).toEqual([
      "What others hear of the providers' limits does not reach this worker: permission denied",
    ]);
  });
});
