/** Worker presence: each worker sends heartbeats to the database. A silent worker loses its calls to the others. */
import type { Clock } from "../kernel/clock.ts";
import type { Database } from "./database.ts";
import { fleetErrors } from "./errors.ts";

/** Limits for a worker's silence. */
export interface Silence {
  /** By the worker's clock: after this it sends nothing until a heartbeat succeeds. */
  readonly sendsUpToMs: number;
  /**
   * By the server's clock: after this the worker is dead, and others may take its calls. Longer than the other limit,
   * so that the worker has stopped by then.
   */
  readonly deadAfterMs: number;
}

export const USUAL_SILENCE: Silence = { sendsUpToMs: 10_000, deadAfterMs: 15_000 };

export interface WorkerPresence {
  readonly id: string;
  /** Aborted with an IB_WORKER_OVERDUE when the others consider this worker dead. It may rejoin under another name. */
  readonly lost: AbortSignal;
  /** Throws if this worker may send nothing. Call it right before each send. */
  assertPresent(): void;
  /** Leaves the fleet. Its calls are free at once, and its reservations count as spent. */
  leave(): Promise<void>;
}

/**
 * Whether worker `w` is alive, in SQL. A restarted server has received no heartbeats, so it first waits as long as
 * after a heartbeat.
 */
export const IS_ALIVE =
  "(w.dead is null and greatest(w.seen, pg_postmaster_start_time()) > clock_timestamp() - w.dead_after)";

/** Resolves when the database knows this worker. The id must be new: one per process, not per machine. */
export async function registerWorker(options: {
  readonly database: Database;
  readonly clock: Clock;
  readonly id: string;
  readonly silence?: Silence;
}): Promise<WorkerPresence> {
  const { database, clock, id, silence = USUAL_SILENCE } = options;
  const leaving = new AbortController();
  const lost = new AbortController();
  // Sleep stops one clock, and a changed system time moves the other, so both are read.
  const times = () => [clock.monotonicMs(), clock.now()] as const;
  let heardAt = times();
  await database.query(
    "insert into ib.worker (id, dead_after) values ($1, $2 * interval '1 ms') on conflict do nothing",
    [id, silence.deadAfterMs],
  );

  const renew = async () => {
    const before = times();
    const [renewed] = await database.query(
      `update ib.worker w set seen = clock_timestamp() where w.id = $1 and ${IS_ALIVE}
       returning w.id = (select min(w.id) from ib.worker w where ${IS_ALIVE}) as buries`,
      [id],
    );
    if (renewed === undefined) return lost.abort(fleetErrors.IB_WORKER_OVERDUE(id));
    heardAt = before;
    if (renewed["buries"] === true) await buryTheDead(database);
  };
  const beating = (async () => {
    while (!leaving.signal.aborted && !lost.signal.aborted) {
      await clock.sleep(silence.sendsUpToMs / 3, leaving.signal);
      await renew();
    }
  })().catch((error: unknown) => {
    if (!leaving.signal.aborted) lost.abort(error);
  });

  return {
    id,
    lost: lost.signal,
    assertPresent() {
      lost.signal.throwIfAborted();
      const silentMs = times().map((time, place) => time - (heardAt[place] ?? 0));
      if (Math.max(...silentMs) > silence.sendsUpToMs) throw fleetErrors.IB_WORKER_OVERDUE(id);
    },
    async leave() {
      leaving.abort(new Error(`the worker ${id} leaves`));
      await beating;
      await database.query("update ib.worker set dead = coalesce(dead, clock_timestamp()) where id = $1", [
        id,
      ]);
      await buryTheDead(database);
    },
  };
}

/**
 * Turns a dead worker's reservations into spending, in full, because the calls may have been billed. A living worker
 * does it at every heartbeat, and when it leaves. Repeating it is safe: a dead worker stays dead, and a share is moved
 * under the ledger's lock.
 */
export async function buryTheDead(database: Database): Promise<void> {
  await database.query(
    `update ib.worker w set dead = clock_timestamp() where w.dead is null and not ${IS_ALIVE}`,
  );
  const runs = await database.query(
    `select distinct s.run from ib.ledger_share s join ib.worker w on w.id = s.worker
     where w.dead is not null and s.under_way > 0 order by s.run`,
  );
  for (const { run } of runs) {
    await database.transaction(async (sql) => {
      await sql("select 1 from ib.ledger where run = $1 for update", [run]);
      await sql(
        `with of_the_dead as (
           select s.worker, s.reserved, s.under_way from ib.ledger_share s join ib.worker w on w.id = s.worker
           where s.run = $1 and w.dead is not null
         ), freed as (
           update ib.ledger_share s set reserved = 0, under_way = 0
           from of_the_dead d where s.run = $1 and s.worker = d.worker
         )
         update ib.ledger set
           spent = spent + coalesce((select sum(reserved) from of_the_dead), 0),
           reserved = reserved - coalesce((select sum(reserved) from of_the_dead), 0),
           under_way = under_way - coalesce((select sum(under_way) from of_the_dead), 0)
         where run = $1`,
        [run],
      );
    });
  }
}
