import { afterAll, beforeAll, expect, test } from "vitest";
import { systemClock } from "../kernel/clock.ts";
import { sha256 } from "../kernel/hash.ts";
import { Sha256 } from "../schema/ids.ts";
import type { Database } from "./database.ts";
import { openPgBossQueue, type PgBossQueue } from "./pg-boss-queue.ts";
import { describeOnPostgres, startTestCluster, type TestCluster } from "./postgres.fixture.ts";
import { openLedger, PostgresLedger } from "./postgres-ledger.ts";
import { queueWork } from "./queued-work.ts";
import { openSharedCalls } from "./shared-calls.ts";
import { assertTables, migrateTables, TABLE_VERSION, tableVersion, workerRights } from "./tables.ts";
import { describeTaskQueueContract } from "./task-queue.contract.ts";
import { registerWorker } from "./worker-presence.ts";

const never = new AbortController().signal;

describeOnPostgres("on PostgreSQL", () => {
  let cluster: TestCluster;
  let database: Database;
  let queue: PgBossQueue;

  beforeAll(async () => {
    cluster = await startTestCluster();
    database = await cluster.open();
    await expect(assertTables(database)).rejects.toMatchObject({ code: "IB_QUEUE_TABLES" });
    const second = await cluster.open();
    await Promise.all([migrateTables(database), migrateTables(second)]);
    await second.close();
    queue = await openPgBossQueue(database);
  });
  afterAll(async () => {
    await queue?.close();
    await database?.close();
    await cluster?.remove();
  });

  describeTaskQueueContract("queue of pg-boss", async () => ({
    queue,
    letLeasesRunOut: async () => {
      await database.query(
        "update pgboss.job set heartbeat_on = heartbeat_on - interval '11 s' where state = 'active'",
      );
    },
  }));

  test("migrating again changes nothing, and a database of a later version is refused", async () => {
    await migrateTables(database);
    expect(await tableVersion(database)).toBe(TABLE_VERSION);
    await database.query("update ib.version set version = $1", [TABLE_VERSION + 1]);
    await expect(migrateTables(database)).rejects.toMatchObject({ code: "IB_QUEUE_TABLES" });
    await expect(assertTables(database)).rejects.toMatchObject({
      hint: "Upgrade InvisibleBench on this machine.",
    });
    await database.query("update ib.version set version = $1", [TABLE_VERSION]);
    await assertTables(database);
  });

  test("a run that is forgotten leaves no task", async () => {
    await queue.add("forgotten", [{ task: "a", payload: null }]);
    await queue.add("kept", [{ task: "a", payload: null }]);
    await queue.forget("forgotten");
    expect((await queue.states("forgotten")).waiting).toBe(0);
    expect((await queue.states("kept")).waiting).toBe(1);
    await queue.add("forgotten", [{ task: "a", payload: null }]);
    expect(await queue.take("forgotten", 1)).toHaveLength(1);
  });

  test("a worker's role does its work, and can neither change tables nor delete what we keep", async () => {
    await database.query("create role worker login");
    for (const right of workerRights("worker").split("\n")) await database.query(right);
    await queue.add("rights", [{ task: "a", payload: null }]);
    await queueWork(database, { run: "rights", fingerprints: {}, tool_version: "0", node_major: 24 });
    await openLedger(database, systemClock, { run: "rights", ceilingUsd: 1, signal: never });
    const worker = await cluster.open({ url: cluster.url.replace("user=ib", "user=worker") });
    const itsQueue = await openPgBossQueue(worker);
    const [task] = await itsQueue.take("rights", 1);
    if (task === undefined) throw new Error("no task");
    await itsQueue.renew([task]);
    await itsQueue.fail(task, "broke", { counts: true });
    const [again] = await itsQueue.take("rights", 1);
    expect(again?.attempt).toBe(2);
    const presence = await registerWorker({ database: worker, clock: systemClock, id: "with-few-rights" });
    const calls = openSharedCalls({ database: worker, clock: systemClock, run: "rights", presence });
    const unit = Sha256.parse(sha256("a unit"));
    const call = { stage: "target", model_id: "test/model", subject: "a call" } as const;
    const at = "2026-01-01T00:00:00.000Z";
    expect(await calls.claim({ event: "sent", unit, call, at })).toBe("send");
    expect(await calls.outcome({ event: "failed", unit, reason: "busy", at })).toBe("kept");
    const ledger = await PostgresLedger.join({
      database: worker,
      clock: systemClock,
      run: "rights",
      worker: presence.id,
      ceilingReached: () => new Error("the ceiling is reached"),
    });
    (await ledger.reserve(0.5, never)).settle(0.25);
    await ledger.booked();
    expect(ledger.spentUsd).toBe(0.25);
    await presence.leave();
    for (const forbidden of [
      "delete from ib.call",
      "delete from ib.ledger",
      "drop table ib.call",
      "create table ib.more (a int)",
    ])
      await expect(worker.query(forbidden)).rejects.toMatchObject({ code: "IB_QUEUE_REFUSED" });
    await itsQueue.close();
    await worker.close();
  });
});
