/**
 * Waits in the coordinator while workers do the tasks: each task resolves once it is done and its calls are copied to
 * the journal here.
 */
import { createInProcessExecutor } from "../../executor/in-process.ts";
import type { Database } from "../../fleet/database.ts";
import { readLedger, UNITS_PER_USD } from "../../fleet/ledger-turn.ts";
import { stoppedForAll } from "../../fleet/refusals.ts";
import type { TaskQueue } from "../../fleet/task-queue.ts";
import type { Clock } from "../../kernel/clock.ts";
import { CostCeilingError } from "../../providers/errors.ts";
import type { ByWorkers } from "../../run-context.ts";
import type { UnitKey } from "../../schema/run/journal.ts";
import { apiErrors, apiUnavailable } from "../errors.ts";
import { callsElsewhere } from "./shared-log.ts";

/** Interval between looks at the queue. */
const LOOK_EVERY_MS = 300;
const SAY_NOBODY_WORKS_AFTER_MS = 5000;

interface Fleet {
  readonly database: Database;
  readonly queue: TaskQueue;
  /** Number of journal lines from workers, for each call. */
  readonly linesAtHome: Map<UnitKey, number>;
  /** Maps an id to the task's name in the queue. */
  readonly taskOf: (id: string) => string;
  /** Need of each task, by its name in the queue. */
  readonly needsOf: ReadonlyMap<string, string>;
}

export async function awaitTasks<Result>(
  work: {
    /** Name of the work in the queue. */
    readonly name: string;
    readonly clock: Clock;
    readonly concurrency: number;
    /** Workers to wait for, in a message. @default those with the keys of the models */
    readonly wanted?: string;
    readonly onNotice: (sentence: string) => void;
  },
  { database, queue, linesAtHome, taskOf, needsOf }: Fleet,
  signal: AbortSignal,
  perform: (by: ByWorkers) => Promise<Result>,
): Promise<Result> {
  const { name, clock, concurrency, wanted = "with the keys of the models", onNotice } = work;
  const waiting = new Map<string, PromiseWithResolvers<void>>();
  const over = new AbortController();
  let collectResults: () => Promise<void> = async () => {};

  const look = async () => {
    const done = await queue.done(name, [...waiting.keys()]);
    // Copies results before any task continues: the journal's outcome from an earlier invocation may differ from
    // the retry's.
    await collectResults();
    for (const task of done) {
      waiting.get(task)?.resolve();
      waiting.delete(task);
    }
    for (const { needs, reason } of await stoppedForAll(database, name))
      for (const [task, { reject }] of waiting)
        if (needsOf.get(task) === needs) reject(apiUnavailable.IB_MODEL_STOPPED(needs, reason));
    const states = await queue.states(name);
    const [dead] = states.dead;
    if (dead !== undefined) throw apiErrors.IB_QUEUED_TASK_DEAD(dead.task, dead.reason);
    const ledger = await readLedger(database.query, name);
    if (ledger.over && states.taken === 0)
      throw new CostCeilingError({
        ceilingUsd: (ledger.ceiling ?? 0) / UNITS_PER_USD,
        spentUsd: (ledger.spent + ledger.unreserved) / UNITS_PER_USD,
      });
    return states.taken + states.done > 0;
  };
  const looking = (async () => {
    const sinceMs = clock.monotonicMs();
    for (let isBegun = false, isSaid = false; !over.signal.aborted; ) {
      isBegun = (await look()) || isBegun;
      if (!isBegun && !isSaid && clock.monotonicMs() - sinceMs > SAY_NOBODY_WORKS_AFTER_MS) {
        isSaid = true;
        onNotice(`No worker has taken anything yet: start some, ${wanted}.`);
      }
      await clock.sleep(LOOK_EVERY_MS, over.signal);
    }
  })().catch((error: unknown) => {
    if (!over.signal.aborted) over.abort(error);
  });

  const stopLooking = () => {
    over.abort(new Error("nothing is waited for any longer"));
    return looking;
  };

  const until = async (id: string, stop: AbortSignal) => {
    const done = Promise.withResolvers<void>();
    const leave = () => done.reject(over.signal.aborted ? over.signal.reason : stop.reason);
    const either = AbortSignal.any([stop, over.signal]);
    if (either.aborted) leave();
    either.addEventListener("abort", leave, { once: true });
    waiting.set(taskOf(id), done);
    try {
      await done.promise;
    } finally {
      waiting.delete(taskOf(id));
      either.removeEventListener("abort", leave);
    }
  };
  try {
    return await perform({
      executor: createInProcessExecutor({ concurrency, until }),
      callsOf: (journal) => {
        const calls = callsElsewhere(database, name, journal, linesAtHome);
        collectResults = calls.takeHomeWhatIsOver;
        return {
          log: calls.log,
          collectResults: async () => {
            const isAllDone = !over.signal.aborted && !signal.aborted;
            await stopLooking();
            await (isAllDone ? calls.collectResults() : calls.takeHomeWhatIsOver());
          },
        };
      },
    });
  } finally {
    await stopLooking();
  }
}
