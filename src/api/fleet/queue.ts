/** Tables of a queue's database, and their migration to this version. */
import { type Database, openDatabase } from "../../fleet/database.ts";
import { readLedger, UNITS_PER_USD } from "../../fleet/ledger-turn.ts";
import { openPgBossQueue } from "../../fleet/pg-boss-queue.ts";
import { listQueuedWork } from "../../fleet/queued-work.ts";
import { assertTables, migrateTables, TABLE_VERSION } from "../../fleet/tables.ts";
import { IS_ALIVE } from "../../fleet/worker-presence.ts";
import type { BenchContext } from "../bench-context.ts";

export interface QueueOptions {
  /** The address of the queue's database. */
  readonly queue: string;
}

/** A run, a scan or the counting of a log that is in a queue. */
export interface QueuedRunStatus {
  readonly kind: "run" | "scan" | "monitor";
  /** Name of the run; for a scan, of its run or runs and of itself; for a log, from the folder of its counts. */
  readonly run: string;
  readonly state: "open" | "cancelled" | "done";
  readonly waiting: number;
  readonly taken: number;
  readonly done: number;
  /** Tasks that failed too often for another try. */
  readonly dead: number;
  readonly spentUsd: number;
  readonly ceilingUsd: number | null;
}

export interface QueueStatus {
  readonly tableVersion: number;
  /** Active parts: one for each worker and each run or scan. */
  readonly working: number;
  readonly runs: readonly QueuedRunStatus[];
}

/** Creates the tables, or brings them up to this version. */
export async function migrateQueue(context: BenchContext, { queue }: QueueOptions): Promise<number> {
  return withDatabase(context, queue, async (database) => {
    await migrateTables(database);
    return TABLE_VERSION;
  });
}

export async function readQueue(context: BenchContext, { queue: url }: QueueOptions): Promise<QueueStatus> {
  return withDatabase(context, url, async (database) => {
    await assertTables(database);
    const queue = await openPgBossQueue(database);
    try {
      const runs: QueuedRunStatus[] = [];
      for (const { kind, run, state } of await listQueuedWork(database)) {
        const { dead, ...tasks } = await queue.states(run);
        const { spent, unreserved, ceiling } = await readLedger(database.query, run);
        const [spentUsd, ceilingUsd] = [(spent + unreserved) / UNITS_PER_USD, ceiling];
        runs.push({
          kind,
          run,
          state,
          ...tasks,
          dead: dead.length,
          spentUsd,
          ceilingUsd: ceilingUsd === null ? null : ceilingUsd / UNITS_PER_USD,
        });
      }
      const [row] = await database.query(`select count(*) as working from ib.worker w where ${IS_ALIVE}`);
      return { tableVersion: TABLE_VERSION, working: Number(row?.["working"] ?? 0), runs };
    } finally {
      await queue.close();
    }
  });
}

async function withDatabase<Result>(
  { clock, onNotice }: BenchContext,
  url: string,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase({ url, clock, onOutage: onNotice });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
