import { afterAll, beforeAll, describe } from "vitest";
import type { Database } from "../../fleet/database.ts";
import {
  stammering,
  startTestCluster,
  type TestCluster,
  whyNoPostgres,
} from "../../fleet/postgres.fixture.ts";
import { queueWork } from "../../fleet/queued-work.ts";
import { linesToTakeHome, openSharedCalls } from "../../fleet/shared-calls.ts";
import { migrateTables } from "../../fleet/tables.ts";
import { joinFleet } from "../../fleet/worker-presence.ts";
import { systemClock } from "../../kernel/clock.ts";
import { JournalCounter } from "../../measure/journal-totals.ts";
import { type CallLogUnderTest, describeCallLogContract } from "../../providers/call-log.contract.ts";
import { logOfWorker } from "./shared-log.ts";

describe.skipIf(whyNoPostgres !== undefined)(
  `what a worker writes down${whyNoPostgres === undefined ? "" : `: ${whyNoPostgres}`}`,
  () => {
    let cluster: TestCluster;
    let database: Database;
    let names = 0;
    beforeAll(async () => {
      cluster = await startTestCluster();
      database = await cluster.open({ connections: 8 });
      await migrateTables(database);
    });
    afterAll(async () => {
      await database?.close();
      await cluster?.remove();
    });

    const join = async (run: string, through: Database): Promise<CallLogUnderTest> => {
      const presence = await joinFleet({ database: through, clock: systemClock, id: `worker-${++names}` });
      const calls = openSharedCalls({ database: through, clock: systemClock, run, presence });
      return {
        log: logOfWorker(calls, () => {}),
        takeOver: async () => {
          await database.query("update ib.worker set dead_after = interval '0 s' where id = $1", [
            presence.id,
          ]);
          return join(run, through);
        },
        totals: async () => {
          const counter = new JournalCounter();
          for (const { lines } of await linesToTakeHome(database, run, 1000))
            for (const line of lines) counter.record(line);
          return counter.totals;
        },
      };
    };
    const begin = async (through: Database) => {
      const run = `run-${++names}`;
      await queueWork(database, { run, fingerprints: {}, tool_version: "0", node_major: 24 });
      return join(run, through);
    };
    describeCallLogContract("log that workers share", () => begin(database));
    describeCallLogContract("log that workers share, every answer lost once", () =>
      begin(stammering(database)),
    );
  },
);
