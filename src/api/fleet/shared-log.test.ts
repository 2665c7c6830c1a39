import type { Database } from "../../fleet/database.ts";
import { describeOnPostgres, stammering, useDatabase } from "../../fleet/postgres.fixture.ts";
import { queueWork } from "../../fleet/queued-work.ts";
import { openSharedCalls, pendingEntries } from "../../fleet/shared-calls.ts";
import { registerWorker } from "../../fleet/worker-presence.ts";
import { systemClock } from "../../kernel/clock.ts";
import { JournalCounter } from "../../measure/journal-totals.ts";
import { type CallLogUnderTest, describeCallLogContract } from "../../providers/call-log.contract.ts";
import { logOfWorker } from "./shared-log.ts";

describeOnPostgres("what a worker writes down", () => {
  let database: Database;
  let names = 0;
  useDatabase(
    (made) => {
      ({ database } = made);
    },
    { connections: 8 },
  );

  const join = async (run: string, through: Database): Promise<CallLogUnderTest> => {
    const presence = await registerWorker({ database: through, clock: systemClock, id: `worker-${++names}` });
    const calls = openSharedCalls({ database: through, clock: systemClock, run, presence });
    return {
      log: logOfWorker(calls, () => {}),
      takeOver: async () => {
        await database.query("update ib.worker set dead_after = interval '0 s' where id = $1", [presence.id]);
        return join(run, through);
      },
      totals: async () => {
        const counter = new JournalCounter();
        for (const { lines } of await pendingEntries(database, run, 1000))
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
});
