import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemClock } from "../kernel/clock.ts";
import { sha256 } from "../kernel/hash.ts";
import { Sha256 } from "../schema/ids.ts";
import type { UnitKey } from "../schema/run/journal.ts";
import { openDatabase } from "./database.ts";
import { readLedger } from "./ledger-turn.ts";
import { openPgBossQueue } from "./pg-boss-queue.ts";
import { describeOnPostgres, startTestCluster, type TestCluster } from "./postgres.fixture.ts";
import { openLedger, PostgresLedger } from "./postgres-ledger.ts";
import { queueWork } from "./queued-work.ts";
import { openSharedCalls, pendingEntries } from "./shared-calls.ts";
import { migrateTables } from "./tables.ts";
import { registerWorker } from "./worker-presence.ts";

const never = new AbortController().signal;
const at = "2026-01-01T00:00:00.000Z";

describeOnPostgres("a database that goes away", () => {
  let cluster: TestCluster;
  beforeAll(async () => {
    cluster = await startTestCluster();
  });
  afterAll(() => cluster?.remove());

  test("kill -9 of the server in the middle: nothing acknowledged is lost, everything goes on, and it is said once", async () => {
    const keeper = await cluster.open();
    await migrateTables(keeper);
    const run = "killed";
    await queueWork(keeper, { run, fingerprints: {}, tool_version: "0", node_major: 24 });
    await openLedger(keeper, systemClock, { run, ceilingUsd: 2, signal: never });
    const said: string[][] = [];
    const units = Array.from({ length: 300 }, (_, place) => Sha256.parse(sha256(`unit ${place}`)));
    const acknowledged = { sends: new Map<UnitKey, string>(), outcomes: new Map<UnitKey, string>() };
    let [spent, under, most] = [0, 0, 0];

    const work = async (id: string) => {
      const messages: string[] = [];
      said.push(messages);
      const database = await cluster.open({ onOutage: (message) => messages.push(message) });
      const queue = await openPgBossQueue(database);
      const presence = await registerWorker({ database, clock: systemClock, id });
      const calls = openSharedCalls({ database, clock: systemClock, run, presence });
      const ceilingReached = () => new Error("the ceiling is reached");
      const ledger = await PostgresLedger.join({
        database,
        clock: systemClock,
        run,
        worker: id,
        ceilingReached,
      });
      const make = async (unit: UnitKey) => {
        const reservation = await ledger.reserve(0.05, never);
        most = Math.max(most, ++under);
        const call = { stage: "target", model_id: "test/model", subject: unit } as const;
        const claimed = await calls.claim({
          event: "sent",
          unit,
          call,
          attempt: 1,
          reserved_usd: 0.05,
          at,
        });
        if (claimed === "send") {
          expect(acknowledged.sends.get(unit), "nobody else sends it").toBeUndefined();
          acknowledged.sends.set(unit, id);
          await delay(5);
          const kept = await calls.outcome({ event: "failed", unit, reason: `by ${id}`, at });
          if (kept === "kept") acknowledged.outcomes.set(unit, id);
          spent += 1;
        }
        under -= 1;
        reservation.settle(claimed === "send" ? 0.001 : 0);
      };
      for (let isIdle = false; !isIdle; ) {
        const tasks = await queue.take(run, 8);
        isIdle = tasks.length === 0;
        await Promise.all(
          tasks.map(async (task) => {
            await make(Sha256.parse(task.payload));
            await queue.finish(task);
          }),
        );
      }
      await ledger.booked();
      return { database, queue, presence };
    };

    const queue = await openPgBossQueue(keeper);
    await queue.add(
      run,
      units.map((unit) => ({ task: unit, payload: unit })),
    );
    const working = Promise.all(["worker-a", "worker-b"].map(work));
    for (const enough of [60, 160]) {
      while (acknowledged.outcomes.size < enough) await delay(5);
      await cluster.kill();
      await delay(100);
      await cluster.start();
    }
    const workers = await working;

    expect(acknowledged.sends.size).toBe(units.length);
    expect(acknowledged.outcomes.size).toBe(units.length);
    const home = await pendingEntries(keeper, run, 1000);
    const inTable = new Map(home.map(({ unit, lines }) => [unit, lines.map(({ event }) => event).join()]));
    expect(new Set(inTable.values())).toEqual(new Set(["sent,failed"]));
    expect(inTable.size).toBe(units.length);
    const row = await readLedger(keeper.query, run);
    expect(row).toMatchObject({ spent: spent * 1_000_000, reserved: 0, under_way: 0, over: false });
    expect(most).toBeLessThanOrEqual(40);
    for (const messages of said) {
      expect(messages.length).toBeGreaterThan(0);
      expect(messages.length).toBeLessThanOrEqual(4);
      expect(messages.map((message) => message === "The queue's database is back.")).toEqual(
        messages.map((_, place) => place % 2 === 1),
      );
    }
    for (const { database, queue: itsQueue, presence } of workers) {
      await presence.leave();
      await itsQueue.close();
      await database.close();
    }
    await queue.close();
    await keeper.close();
  });

  test("who lets go of a database does not wait for it", async () => {
    const database = await cluster.open();
    await cluster.kill();
    const asked = expect(database.query("select 1")).rejects.toThrow("was closed");
    await delay(20);
    await database.close();
    await asked;
    await cluster.start();
  });

  test("a role or a database that is not there is refused at once", async () => {
    const url = cluster.url.replace("user=ib", "user=nobody-of-that-name");
    await expect(cluster.open({ url })).rejects.toMatchObject({ code: "IB_QUEUE_REFUSED" });
    await expect(cluster.open({ url: cluster.url.replace("/postgres?", "/nowhere?") })).rejects.toMatchObject(
      { code: "IB_QUEUE_REFUSED" },
    );
  });
});

describe("the address of a database", () => {
  const open = (url: string) => openDatabase({ url, clock: systemClock });

  test.each([
    "https://db.example/ib",
    "not an address",
    "postgresql://ib:s3cret@db.example/ib",
    "postgresql://ib:s3cret@db.example/ib?sslmode=require",
    "postgresql://ib:s3cret@db.example/ib?sslmode=no-verify",
    "postgresql://ib:s3cret@localhost/ib?host=db.example",
    "postgresql://ib:s3cret@localhost/ib?sslmode=prefer",
  ])("%s is refused before anything is sent, and its password is not shown", async (url) => {
    const error = await open(url).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "IB_BAD_QUEUE_ADDRESS" });
    expect(JSON.stringify([error, String(error)])).not.toContain("s3cret");
  });

  test("where nobody answers, the first contact says so and does not wait", async () => {
    const error = await open("postgresql://ib:s3cret@127.0.0.1:9/ib").catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "IB_QUEUE_UNREACHABLE" });
    expect(String(error)).not.toContain("s3cret");
  });
});

test.each(["10.0.0.5", "[2001:db8::5]"])(
  "a database at the number %s is refused: its certificate would be checked for another name",
  async (host) => {
    const url = `postgresql://ib@${host}/ib?sslmode=verify-full`;
    await expect(openDatabase({ url, clock: systemClock })).rejects.toMatchObject({
      code: "IB_BAD_QUEUE_ADDRESS",
    });
  },
);
