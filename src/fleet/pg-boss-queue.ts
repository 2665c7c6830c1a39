/** Tasks in PostgreSQL, kept by pg-boss. Loaded only if a queue is used. */
import type { PgBoss } from "pg-boss";
import * as z from "zod";
import { type JsonValue, sha256 } from "../kernel/hash.ts";
import type { Database } from "./database.ts";
import { fleetErrors } from "./errors.ts";
import {
  LEASE_RAN_OUT,
  LEASE_SECONDS,
  type NewTask,
  RETRY_LIMIT,
  type TakenTask,
  type TaskQueue,
  taskId,
} from "./task-queue.ts";

const PG_BOSS = "12.35.0";

export interface PgBossQueue extends TaskQueue {
  /** Removes all tasks of a run, done or not. */
  forget(run: string): Promise<void>;
  close(): Promise<void>;
}

/** The fields of a pg-boss task that are used. */
const Job = z.object({
  id: z.string(),
  retryCount: z.number(),
  retryLimit: z.number(),
  data: z.object({ run: z.string(), task: z.string(), payload: z.json(), needs: z.string() }),
});
const Dead = z.array(z.object({ id: z.string(), task: z.string(), output: z.unknown() }));
/** pg-boss's answer: the given tasks that the caller still held. */
const Settled = z.object({ settled: z.array(z.string()) });
const Reason = z.object({ reason: z.string() });

const QUEUE_SETTINGS = {
  retryLimit: RETRY_LIMIT,
  heartbeatSeconds: LEASE_SECONDS,
  // The lease shows whether a worker is active. pg-boss would also end a task by its age, at most after a day.
  expireInSeconds: 24 * 60 * 60,
  // Tasks are deleted with their run. Neither waiting nor done tasks expire.
  retentionSeconds: 10 * 365 * 24 * 60 * 60,
  deleteAfterSeconds: 0,
};

/** The database must have been migrated. */
export async function openPgBossQueue(database: Database): Promise<PgBossQueue> {
  const boss = await startPgBoss(database, false);
  const created = new Set<string>();
  let takes = 0;

  const queuesOf = async (run: string): Promise<readonly string[]> => {
    const rows = await database.query(`${NAMES_OF_RUN} order by name`, [prefixOf(run)]);
    return rows.map((row) => String(row["name"]));
  };

  return {
    async add(run, tasks) {
      for (const [needs, some] of Map.groupBy(tasks, (task: NewTask) => task.needs ?? "")) {
        const name = queueOf(run, needs);
        if (!created.has(name)) await boss.createQueue(name, QUEUE_SETTINGS);
        created.add(name);
        await boss.insert(
          name,
          some.map(({ task, payload }) => ({ id: taskId(run, task), data: { run, task, payload, needs } })),
        );
      }
    },

    async take(run, atMost, has = []) {
      const names = await queuesWithWork(database, [
        queueOf(run, ""),
        ...has.map((needs) => queueOf(run, needs)),
      ]);
      const taken: TakenTask[] = [];
      takes += 1;
      for (const place of names.keys()) {
        const wanted = atMost - taken.length;
        // Starts with another queue each time, so that no queue waits for all others to be empty.
        const name = names[(place + takes) % names.length];
        if (wanted <= 0 || name === undefined) break;
        const jobs = await boss.fetch(name, { batchSize: wanted, includeMetadata: true });
        taken.push(...jobs.map((job) => takenTask(Job.parse(job))));
      }
      return taken;
    },

    async renew(tasks) {
      const kept = new Set<string>();
      for (const [name, some] of Map.groupBy(tasks, nameOf)) {
        const { settled } = Settled.parse(await boss.touch(name, some.map(attemptOf)));
        for (const id of settled) kept.add(id);
      }
      return tasks.filter(({ id }) => kept.has(id));
    },

    async finish(task) {
      return isDone(await boss.complete(nameOf(task), [attemptOf(task)]));
    },

    async fail(task, reason, { counts }) {
      if (counts) return isDone(await boss.fail(nameOf(task), [attemptOf(task)], { reason }));
      // Raise the retry limit by one, because this attempt does not count. The next taking still gets a new number.
      const rows = await database.query(
        `update pgboss.job set state = 'retry', retry_limit = retry_limit + 1, heartbeat_on = null
         where name = $1 and id = $2 and state = 'active' and retry_count = $3 returning id`,
        [nameOf(task), task.id, task.taking],
      );
      return rows.length > 0;
    },

    async states(run) {
      await database.query(collectLapsed(`name in ${NAMES_OF_RUN}`), [prefixOf(run), LEASE_RAN_OUT]);
      const rows = await database.query(
        `select state::text, count(*), coalesce(jsonb_agg(jsonb_build_object(
           'id', id, 'task', data->>'task', 'output', output) order by data->>'task') filter (where state = 'failed'), '[]') as dead
         from pgboss.job where name in ${NAMES_OF_RUN} group by state`,
        [prefixOf(run)],
      );
      const counts = new Map(rows.map((row) => [String(row["state"]), Number(row["count"])]));
      const dead = rows.flatMap((row) => Dead.parse(row["dead"]));
      return {
        waiting: (counts.get("created") ?? 0) + (counts.get("retry") ?? 0),
        taken: counts.get("active") ?? 0,
        done: counts.get("completed") ?? 0,
        dead: dead.map(({ id, task, output }) => ({ id, task, reason: reasonIn(output) })),
      };
    },

    async done(run, tasks) {
      const rows = await database.query(
        `select data->>'task' as task from pgboss.job
         where name in ${NAMES_OF_RUN} and id = any($2::uuid[]) and state = 'completed'`,
        [prefixOf(run), tasks.map((task) => taskId(run, task))],
      );
      return rows.map((row) => String(row["task"]));
    },

    async forget(run) {
      for (const name of await queuesOf(run)) {
        created.delete(name);
        await boss.deleteQueue(name);
      }
    },
    close: () => boss.stop({ graceful: false, close: false }),
  };
}

/** Migrates pg-boss's own tables to its version. */
export async function migratePgBoss(database: Database): Promise<void> {
  const boss = await startPgBoss(database, true);
  await boss.stop({ graceful: false, close: false });
}

async function startPgBoss(database: Database, migrate: boolean): Promise<PgBoss> {
  const { PgBoss } = await import("pg-boss").catch((error: unknown) => {
    throw fleetErrors.IB_QUEUE_PACKAGE_MISSING("pg-boss", PG_BOSS, { cause: error });
  });
  const boss = new PgBoss({
    db: { executeSql: (text, values) => database.execute(text, values) },
    migrate,
    createSchema: migrate,
    supervise: false,
    schedule: false,
  });
  // Its timers only refresh its cache of queues, and retry by themselves.
  boss.on("error", () => {});
  await boss.start();
  return boss;
}

/**
 * Frees tasks whose worker is silent, or marks them dead. pg-boss would do so once a minute for all queues; here it
 * runs when work or status is requested, for those queues only.
 */
const collectLapsed = (which: string) =>
  `update pgboss.job set
     state = (case when retry_count < retry_limit then 'retry' else 'failed' end)::pgboss.job_state,
     completed_on = case when retry_count < retry_limit then null else clock_timestamp() end,
     output = jsonb_build_object('reason', $2::text)
   where ${which} and state = 'active' and heartbeat_on + heartbeat_seconds * interval '1 s' < clock_timestamp()`;

/** Returns those of these queues that have a task to take. One statement, because waiting workers repeat it. */
async function queuesWithWork(database: Database, names: readonly string[]): Promise<readonly string[]> {
  const rows = await database.query(
    `with lapsed as (${collectLapsed("name = any($1::text[])")} returning name)
     select q.name from unnest($1::text[]) as q (name)
     where q.name in (select name from lapsed)
       or exists (select 1 from pgboss.job j where j.name = q.name and j.state < 'active' and j.start_after <= clock_timestamp())
     order by q.name`,
    [names, LEASE_RAN_OUT],
  );
  return rows.map((row) => String(row["name"]));
}

const prefixOf = (run: string) => `${queueOfRun(run)}.`;
const NAMES_OF_RUN = "(select name from pgboss.queue where starts_with(name, $1))";
const queueOfRun = (run: string) => `ib.${sha256(run).slice(0, 24)}`;
/** pg-boss selects tasks by queue name only, so their needs are part of the name. */
const queueOf = (run: string, needs: string) => `${queueOfRun(run)}.${sha256(needs).slice(0, 24)}`;
const nameOf = ({ run, needs }: Pick<TakenTask, "run" | "needs">) => queueOf(run, needs);
const attemptOf = ({ id, taking }: TakenTask) => ({ id, retryCount: taking });

function takenTask({ id, retryCount, retryLimit, data }: z.infer<typeof Job>): TakenTask {
  const givenBack = retryLimit - RETRY_LIMIT;
  // The database returns the JSON that was stored.
  const payload = data.payload as JsonValue;
  return { ...data, payload, id, attempt: retryCount - givenBack + 1, taking: retryCount };
}

function isDone(response: object): boolean {
  return Settled.parse(response).settled.length > 0;
}

function reasonIn(output: unknown): string {
  const read = Reason.safeParse(output);
  return read.success ? read.data.reason : JSON.stringify(output);
}
