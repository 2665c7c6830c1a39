import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeExecutorContract } from "../../executor/executor.contract.ts";
import type { Executor, Job } from "../../executor/executor.ts";
import type { Database } from "../../fleet/database.ts";
import { openPgBossQueue, type PgBossQueue } from "../../fleet/pg-boss-queue.ts";
import { describeOnPostgres, startTestCluster, type TestCluster } from "../../fleet/postgres.fixture.ts";
import { openLedger } from "../../fleet/postgres-ledger.ts";
import { queueWork } from "../../fleet/queued-work.ts";
import { migrateTables } from "../../fleet/tables.ts";
import { RETRY_LIMIT, type TakenTask } from "../../fleet/task-queue.ts";
import { type Clock, systemClock } from "../../kernel/clock.ts";
import { awaitTasks } from "./await-tasks.ts";

const never = new AbortController().signal;
const quick: Clock = { ...systemClock, sleep: (_, signal) => systemClock.sleep(5, signal) };

describeOnPostgres("tasks that workers prepare", () => {
  let cluster: TestCluster;
  let database: Database;
  let queue: PgBossQueue;
  let names = 0;
  beforeAll(async () => {
    cluster = await startTestCluster();
    database = await cluster.open({ connections: 8 });
    await migrateTables(database);
    queue = await openPgBossQueue(database);
  });
  afterAll(async () => {
    await queue?.close();
    await database?.close();
    await cluster?.remove();
  });

  /** Yields results of a job whose tasks another part of this process takes and does first, in reverse order. */
  async function* withWorker<Input, Output>(
    job: Job<Input, Output>,
    concurrency: number,
    signal: AbortSignal,
    serve: (task: TakenTask) => Promise<unknown> = (task) => queue.finish(task),
  ): AsyncGenerator<Output> {
    const name = `work-${++names}`;
    await queueWork(database, { run: name, fingerprints: {}, tool_version: "0", node_major: 24 });
    await openLedger(database, systemClock, { run: name, ceilingUsd: null, signal: never });
    await queue.add(
      name,
      job.tasks.map(({ id }) => ({ task: id, payload: null })),
    );
    const ending = new AbortController();
    const working = (async () => {
      while (!ending.signal.aborted) {
        for (const task of (await queue.take(name, 2)).toReversed()) await serve(task);
        await delay(5);
      }
    })();
    const work = { name, clock: quick, concurrency, onNotice: () => {} };
    const fleet = {
      database,
      queue,
      linesAtHome: new Map(),
      taskOf: (id: string) => id,
      needsOf: new Map(),
    };
    const results: Output[] = [];
    try {
      await awaitTasks(work, fleet, signal, async ({ executor }) => {
        for await (const result of executor.run(job, signal)) results.push(result);
      });
    } finally {
      ending.abort();
      await working;
    }
    yield* results;
  }

  describeExecutorContract(
    "behind workers of a queue",
    (concurrency): Executor => ({ run: (job, signal) => withWorker(job, concurrency, signal) }),
  );

  test("a task that workers fail on again and again ends the job, named", async () => {
    const tasks = ["first", "second"].map((id) => ({ id, input: id }));
    let tries = 0;
    const serve = async (task: TakenTask) => {
      if (task.task === "first") return queue.finish(task);
      tries += 1;
      return queue.fail(task, "it breaks", { counts: true });
    };
    const job = { tasks, handler: async (input: string) => input };
    await expect(Array.fromAsync(withWorker(job, 2, never, serve))).rejects.toMatchObject({
      code: "IB_QUEUED_TASK_DEAD",
      message: expect.stringContaining("second"),
    });
    expect(tries).toBe(RETRY_LIMIT + 1);
  });
});
