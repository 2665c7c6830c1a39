import { setTimeout as delay } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { systemClock } from "../kernel/clock.ts";
import { describeLedgerContract } from "../providers/cost-ledger.contract.ts";
import type { Ledger } from "../providers/cost-ledger.ts";
import { CostCeilingError } from "../providers/errors.ts";
import type { Database } from "./database.ts";
import { applyTurn, type LedgerRow, readLedger } from "./ledger-turn.ts";
import { describeOnPostgres, stammering, useDatabase } from "./postgres.fixture.ts";
import { openLedger, PostgresLedger } from "./postgres-ledger.ts";
import { forgetQueuedWork, queueWork } from "./queued-work.ts";
import { buryTheDead, registerWorker } from "./worker-presence.ts";

const never = new AbortController().signal;

describeOnPostgres("on PostgreSQL", () => {
  let database: Database;
  let names = 0;
  useDatabase((made) => {
    ({ database } = made);
  });

  const openRun = async (ceilingUsd: number | null): Promise<string> => {
    const run = `run-${++names}`;
    await queueWork(database, { run, fingerprints: {}, tool_version: "0", node_major: 24 });
    await openLedger(database, systemClock, { run, ceilingUsd, signal: never });
    return run;
  };
  const joinLedger = async (run: string, through = database) => {
    const presence = await registerWorker({ database: through, clock: systemClock, id: `worker-${++names}` });
    const ceilingReached = (figures: ConstructorParameters<typeof CostCeilingError>[0]) =>
      new CostCeilingError(figures);
    const ledger = await PostgresLedger.join({
      database: through,
      clock: systemClock,
      run,
      worker: presence.id,
      ceilingReached,
    });
    return { ledger, presence };
  };

  for (const [name, through] of [
    ["ledger on PostgreSQL", () => database],
    ["ledger on PostgreSQL, every answer lost once", () => stammering(database)],
  ] as const) {
    describeLedgerContract(name, async ({ ceilingUsd, spentUsd = 0 }) => {
      const { ledger } = await joinLedger(await openRun(ceilingUsd), through());
      ledger.addEarlierSpending("before", spentUsd);
      await ledger.booked();
      const quiet = async () => {
        await ledger.booked();
        await delay(20);
      };
      return { ledger: ledger satisfies Ledger, quiet };
    });
  }

  test("many workers together never set aside more than the ceiling, and every settled call counts", async () => {
    const run = await openRun(1);
    const workers = await Promise.all(Array.from({ length: 4 }, () => joinLedger(run)));
    let [setAside, most] = [0, 0];
    const calls = workers.flatMap(({ ledger }) =>
      Array.from({ length: 100 }, async (_, place) => {
        const reservation = await ledger.reserve(0.05, never);
        setAside += 1;
        most = Math.max(most, setAside);
        await delay(place % 3);
        setAside -= 1;
        reservation.settle(0.002);
      }),
    );
    await Promise.all(calls);
    for (const { ledger } of workers) await ledger.booked();
    const row = await readLedger(database.query, run);
    expect(most).toBeLessThanOrEqual(20);
    expect(row).toMatchObject({ spent: 800_000_000, reserved: 0, under_way: 0, over: false });
  });

  test("a ceiling that one worker has reached is reached for all", async () => {
    const run = await openRun(1);
    const [one, other] = [await joinLedger(run), await joinLedger(run)];
    const reservation = await one.ledger.reserve(0.8, never);
    const waiting = expect(other.ledger.reserve(0.5, never)).rejects.toMatchObject({
      code: "IB_COST_CEILING",
      spentUsd: 0.6,
    });
    reservation.settle(0.6);
    await waiting;
    await expect(one.ledger.reserve(0.1, never)).rejects.toMatchObject({ code: "IB_COST_CEILING" });
  });

  test("what a worker had reserved when it died is spent, whole, and nothing of it comes back with the worker", async () => {
    const run = await openRun(1);
    const [dead, alive] = [await joinLedger(run), await joinLedger(run)];
    const inFlight = await dead.ledger.reserve(0.6, never);
    const waiting = alive.ledger.reserve(0.5, never);
    const refused = expect(waiting).rejects.toMatchObject({ code: "IB_COST_CEILING", spentUsd: 0.6 });
    await database.query("update ib.worker set dead = clock_timestamp() where id = $1", [dead.presence.id]);
    await buryTheDead(database);
    await buryTheDead(database);
    await refused;
    inFlight.settle(0.1);
    await dead.ledger.booked();
    expect(await readLedger(database.query, run)).toMatchObject({
      spent: 600_000_000,
      reserved: 0,
      under_way: 0,
    });
    await expect(dead.ledger.reserve(0.1, never)).rejects.toMatchObject({ code: "IB_WORKER_OVERDUE" });
  });

  test("work that goes on under another ceiling begins with what it has spent", async () => {
    const run = await openRun(1);
    const first = await joinLedger(run);
    (await first.ledger.reserve(1, never)).settle(0.9);
    await first.ledger.booked();
    await openLedger(database, systemClock, { run, ceilingUsd: 0.5, signal: never });
    const second = await joinLedger(run);
    expect([second.ledger.ceilingUsd, second.ledger.spentUsd]).toEqual([0.5, 0.9]);
    await expect(second.ledger.reserve(0.1, never)).rejects.toMatchObject({ code: "IB_COST_CEILING" });
    await openLedger(database, systemClock, { run, ceilingUsd: 2, signal: never });
    const third = await joinLedger(run);
    (await third.ledger.reserve(1, never)).settle(0.1);
    await third.ledger.booked();
    expect(third.ledger.spentUsd).toBe(1);
  });

  test("with a run go the workers that left and had a part in it alone", async () => {
    const [over, other] = [await openRun(1), await openRun(1)];
    const [left, elsewhere, alive] = [
      await joinLedger(over),
      await joinLedger(other),
      await joinLedger(over),
    ];
    await left.presence.leave();
    await elsewhere.presence.leave();
    await forgetQueuedWork(database, over);
    const rows = await database.query("select id from ib.worker");
    const known = new Set(rows.map(({ id }) => id));
    const isKnown = [left, elsewhere, alive].map(({ presence }) => known.has(presence.id));
    expect(isKnown).toEqual([false, true, true]);
    alive.presence.assertPresent();
    await alive.presence.leave();
  });

  test("a run that was forgotten is said not to be there", async () => {
    const run = await openRun(1);
    await forgetQueuedWork(database, run);
    await expect(joinLedger(run)).rejects.toMatchObject({ code: "IB_NOT_IN_QUEUE" });
  });
});

describe("a turn of the ledger", () => {
  const units = fc.integer({ min: 0, max: 1000 });
  const empty: LedgerRow = {
    ceiling: 2000,
    spent: 0,
    reserved: 0,
    under_way: 0,
    unreserved: 0,
    carried: {},
    over: false,
  };

  test("admits from the first on, and never more than the ceiling has room for", () => {
    const turns = fc.array(
      fc.record({
        asked: fc.array(units, { maxLength: 6 }),
        settles: fc.array(fc.nat(1500), { maxLength: 6 }),
      }),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(turns, (steps) => {
        let row = empty;
        const open: number[] = [];
        let billed = 0;
        for (const [place, { asked, settles }] of steps.entries()) {
          const settled = settles.flatMap((cost) => {
            const amount = open.shift();
            return amount === undefined ? [] : [{ amount, cost, isTakenUp: false }];
          });
          billed += settled.reduce((sum, { cost }) => sum + cost, 0);
          const turn = { number: place + 1, settled, carried: new Map(), toTakeUp: 0, asked };
          const booked = applyTurn(row, { alive: true, buried: false }, turn);
          open.push(...asked.slice(0, booked.admitted));
          row = booked.row;
          expect(row.spent + row.reserved).toBeLessThanOrEqual(2000);
          expect(row.spent + row.unreserved).toBe(billed);
          expect([row.reserved, row.under_way]).toEqual([
            open.reduce((sum, one) => sum + one, 0),
            open.length,
          ]);
          const wasRefused = booked.admitted < asked.length;
          if (wasRefused && !row.over) expect(row.under_way).toBeGreaterThan(0);
        }
      }),
    );
  });

  test("what is carried over lifts what is spent to what the journals add up to, and no further", () => {
    const carry = (row: LedgerRow, told: Record<string, number>) =>
      applyTurn(
        row,
        { alive: true, buried: false },
        {
          number: 1,
          settled: [],
          carried: new Map(Object.entries(told)),
          toTakeUp: 0,
          asked: [],
        },
      ).row;
    const once = carry({ ...empty, spent: 300 }, { run: 200, scan: 400 });
    expect(once.spent + once.unreserved).toBe(600);
    expect(carry(once, { run: 200 })).toEqual(once);
    expect(carry(once, { scan: 450 }).unreserved).toBe(350);
  });
});
