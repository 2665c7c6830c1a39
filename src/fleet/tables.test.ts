import { expect, test } from "vitest";
import type { Database } from "./database.ts";
import { describeOnPostgres, useDatabase } from "./postgres.fixture.ts";
import { forgetQueuedWork, listQueuedWork } from "./queued-work.ts";
import { assertTables, migrateTables, TABLE_VERSION, tableVersion } from "./tables.ts";

/** The last version that knew only runs. */
const RUNS_ALONE = 3;

describeOnPostgres("tables of an earlier version", () => {
  let database: Database;
  useDatabase(
    (made) => {
      ({ database } = made);
    },
    { version: RUNS_ALONE },
  );

  test("are refused until they are migrated, and the runs in them stay what they were", async () => {
    await expect(assertTables(database)).rejects.toMatchObject({ code: "IB_QUEUE_TABLES" });
    const plan = '{"b": 1, "a": "in this order"}';
    await database.query(
      `insert into ib.run (run, fingerprints, tool_version, node_major, plan)
         values ('older', '{"scenarios": "abc"}', '0', 24, $1)`,
      [plan],
    );
    await database.query("insert into ib.ledger (run, ceiling, spent) values ('older', 1000, 10)");
    await migrateTables(database);
    expect(await tableVersion(database)).toBe(TABLE_VERSION);
    await assertTables(database);
    const [older] = await listQueuedWork(database);
    expect(older).toMatchObject({ run: "older", kind: "run", runs: ["older"], legs: 1, state: "open" });
    const [kept] = await database.query("select plan->>'kind' as kind, plan->>'plan' as plan from ib.run");
    expect(kept).toEqual({ kind: "run", plan });
    await migrateTables(database);
    await forgetQueuedWork(database, "older");
    expect(await listQueuedWork(database)).toEqual([]);
  });
});
