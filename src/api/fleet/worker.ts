/** A worker: takes tasks of the runs, scans and logs in a queue, and does them. It stores nothing but its current tasks. */
import { type Database, openDatabase } from "../../fleet/database.ts";

import { readLedger } from "../../fleet/ledger-turn.ts";
import { openPgBossQueue, type PgBossQueue } from "../../fleet/pg-boss-queue.ts";
import { listQueuedWork, type QueuedWork } from "../../fleet/queued-work.ts";
import { assertTables } from "../../fleet/tables.ts";
import { LEASE_SECONDS, type TakenTask } from "../../fleet/task-queue.ts";
import { BenchError, hasCode, messageOf } from "../../kernel/errors.ts";
import { CostCeilingError, ModelUnavailableError } from "../../providers/errors.ts";
import type { BenchContext } from "../bench-context.ts";
import { type Stoppable, signalOf } from "../bench-options.ts";
import { WorkerStopping } from "../errors.ts";
import { joinRun } from "./join-run.ts";
import type { Part } from "./part.ts";

export interface WorkerOptions extends Stoppable {
  /** The address of the queue's database. */
  readonly queue: string;
  /** Conversations at a time, over all runs and scans; chunks of a log are counted one by one. @default 16 */
  readonly concurrency?: number;
  /** Grace period for calls under way after a stop. @default 60 */
  readonly drainSeconds?: number;
  /** Stops once no work is left. @default false: waits for more */
  readonly once?: boolean;
}

export interface WorkerResult {
  /** Conversations finished here. */
  readonly had: number;
  /** Conversations that were judged here. */
  readonly judged: number;
  /** Chunks of logs that were counted here. */
  readonly counted: number;
  /** Those that were begun here and given back. */
  readonly givenBack: number;
  /** Tasks that failed here: conversations, judgements or chunks. */
  readonly failed: number;
}

const LOOK_EVERY_MS = 500;
/** Interval after repeated empty looks: many idle workers are a burden to the database. */
const LOOK_AT_LEAST_EVERY_MS = 2000;
const RENEW_EVERY_MS = (LEASE_SECONDS * 1000) / 4;

/** Result of a finished task. */
const DONE = { run: "had", scan: "judged", monitor: "counted" } as const;

interface InHand {
  readonly task: TakenTask;
  readonly stop: AbortController;
  readonly ended: Promise<void>;
}

/** Works until the signal, then lets work under way finish. */
export async function work(context: BenchContext, options: WorkerOptions): Promise<WorkerResult> {
  const { clock, onNotice } = context;
  const database = await openDatabase({ url: options.queue, clock, onOutage: onNotice, connections: 8 });
  try {
    await assertTables(database);
    const queue = await openPgBossQueue(database);
    try {
      return await new Worker(context, options, database, queue).work();
    } finally {
      await queue.close();
    }
  } finally {
    await database.close();
  }
}

class Worker {
  readonly #context: BenchContext;
  readonly #options: WorkerOptions;
  readonly #signal: AbortSignal;
  readonly #database: Database;
  readonly #queue: PgBossQueue;
  readonly #parts = new Map<string, Part>();
  /** Work that this worker declined, with a report, or cannot continue. */
  readonly #refused = new Set<string>();
  readonly #closing = new Set<string>();
  readonly #inHand = new Set<InHand>();
  readonly #count = { had: 0, judged: 0, counted: 0, givenBack: 0, failed: 0 };
  #freed = Promise.withResolvers<void>();

  constructor(context: BenchContext, options: WorkerOptions, database: Database, queue: PgBossQueue) {
    this.#context = context;
    this.#options = options;
    this.#signal = signalOf(options);
    this.#database = database;
    this.#queue = queue;
  }

  async work(): Promise<WorkerResult> {
    const ending = new AbortController();
    const renewing = this.#keepLeases(ending.signal);
    try {
      for (let waitMs = LOOK_EVERY_MS; !this.#signal.aborted; ) {
        const taken = await this.#look();
        if (this.#options.once && taken === 0 && this.#inHand.size === 0) break;
        const isIdle = this.#inHand.size === 0;
        waitMs = isIdle ? Math.min(waitMs * 2, LOOK_AT_LEAST_EVERY_MS) : LOOK_EVERY_MS;
        await Promise.race([this.#sleep(waitMs, this.#signal), this.#freed.promise]);
      }
      await this.#drain();
    } finally {
      ending.abort();
      await renewing;
      for (const run of this.#parts.keys()) await this.#leave(run);
    }
    return { ...this.#count };
  }

  /** Takes tasks of all open work, up to the free capacity. */
  async #look(): Promise<number> {
    const open = (await listQueuedWork(this.#database)).filter(({ state }) => state === "open");
    const stays = new Map(open.map(({ run, stay }) => [run, stay]));
    for (const [run, part] of this.#parts) {
      if (stays.get(run) !== part.stay) this.#stopRun(run, "it is over");
      else if (part.lost.aborted) this.#stopRun(run, "this worker was not heard of for too long");
      if (this.#closing.has(run) && this.#tasksOf(run).length === 0) await this.#leave(run);
    }
    let taken = 0;
    for (const queued of open) {
      const room = (this.#options.concurrency ?? 16) - this.#inHand.size;
      if (room <= 0) break;
      const part = await this.#partIn(queued);
      if (part === undefined || this.#closing.has(queued.run)) continue;
      const wanted = Math.min(room, (part.atMost ?? Infinity) - this.#tasksOf(queued.run).length);
      if (wanted <= 0) continue;
      const tasks = await this.#queue.take(queued.run, wanted, part.has);
      for (const task of tasks) this.#begin(part, task);
      taken += tasks.length;
    }
    return taken;
  }

  async #partIn(queued: QueuedWork): Promise<Part | undefined> {
    const { run, stay } = queued;
    const { onNotice } = this.#context;
    const known = this.#parts.get(run);
    if (known !== undefined || this.#refused.has(`${run} ${stay}`)) return known;
    if ((await readLedger(this.#database.query, run)).over) return undefined;
    try {
      const part = await joinRun(this.#context, this.#database, queued, () => this.#assertGoesOn(run));
      this.#parts.set(run, part);
      onNotice(`Takes part in the ${part.kind} ${run}.`);
      if (part.missing.length > 0)
        onNotice(`Leaves ${part.missing.join(", ")} to others: there is no key here.`);
      return part;
    } catch (error) {
      if (!(error instanceof BenchError)) throw error;
      this.#refused.add(`${run} ${stay}`);
      onNotice(`${error.code}: ${error.message}`);
      return undefined;
    }
  }

  #begin(part: Part, task: TakenTask): void {
    const stop = new AbortController();
    const inHand: InHand = { task, stop, ended: this.#perform(part, task, stop.signal) };
    this.#inHand.add(inHand);
    void inHand.ended.finally(() => {
      this.#inHand.delete(inHand);
      this.#freed.resolve();
      this.#freed = Promise.withResolvers();
    });
  }

  async #perform(part: Part, task: TakenTask, stop: AbortSignal): Promise<void> {
    const signal = AbortSignal.any([stop, part.lost]);
    try {
      await part.perform(task, signal);
      await this.#queue.finish(task);
      this.#count[DONE[part.kind]] += 1;
    } catch (error) {
      const reason = messageOf(error);
      if (error instanceof CostCeilingError) this.#closing.add(task.run);
      const isModels = error instanceof ModelUnavailableError;
      if (isModels && part.has.includes(task.needs)) {
        this.#context.onNotice(`Leaves ${task.needs} to others: ${reason}`);
        await this.#saying(part.refuse(task.needs, reason));
      }
      const isTasksFault =
        !signal.aborted &&
        !(
          isModels ||
          error instanceof WorkerStopping ||
          error instanceof CostCeilingError ||
          hasCode(error, "IB_WORKER_OVERDUE")
        );
      this.#count[isTasksFault ? "failed" : "givenBack"] += 1;
      if (isTasksFault)
        this.#context.onNotice(`${task.task} could not be ${DONE[part.kind]} here: ${reason}`);
      // There is nothing to give back if another worker has the task now, or its run is forgotten.
      await this.#saying(this.#queue.fail(task, reason, { counts: isTasksFault }));
    }
  }

  #assertGoesOn(run: string): void {
    if (this.#signal.aborted || this.#closing.has(run))
      throw new WorkerStopping("this worker was told to stop");
  }

  #tasksOf(run: string): readonly InHand[] {
    return [...this.#inHand].filter(({ task }) => task.run === run);
  }

  #stopRun(run: string, reason: string): void {
    this.#closing.add(run);
    for (const { stop } of this.#tasksOf(run)) stop.abort(new WorkerStopping(reason));
  }

  async #leave(run: string): Promise<void> {
    const part = this.#parts.get(run);
    this.#parts.delete(run);
    this.#closing.delete(run);
    await part?.leave();
  }

  /** Begins no task, lets calls under way finish for the grace period, and gives the tasks back. */
  async #drain(): Promise<void> {
    const all = Promise.all([...this.#inHand].map(({ ended }) => ended));
    const enough = new AbortController();
    const drainMs = (this.#options.drainSeconds ?? 60) * 1000;
    await Promise.race([all, this.#sleep(drainMs, enough.signal)]);
    enough.abort();
    for (const { stop } of this.#inHand) stop.abort(new WorkerStopping("there is no more time"));
    await all;
  }

  async #keepLeases(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#sleep(RENEW_EVERY_MS, signal);
      const held = [...this.#inHand];
      if (signal.aborted || held.length === 0) continue;
      const kept = await this.#saying(this.#queue.renew(held.map(({ task }) => task)));
      if (kept === undefined) continue;
      const ids = new Set(kept.map(({ id, taking }) => `${id} ${taking}`));
      for (const { task, stop } of held)
        if (!ids.has(`${task.id} ${task.taking}`) && [...this.#inHand].some((each) => each.task === task))
          stop.abort(new WorkerStopping("another worker has the task"));
    }
  }

  /** Reports a refusal by the queue. It costs a lease, which others see, but ends no current task. */
  async #saying<Result>(asked: Promise<Result>): Promise<Result | undefined> {
    try {
      return await asked;
    } catch (error) {
      this.#context.onNotice(messageOf(error));
      return undefined;
    }
  }

  #sleep(ms: number, signal: AbortSignal): Promise<void> {
    return this.#context.clock.sleep(ms, signal).catch(() => undefined);
  }
}
