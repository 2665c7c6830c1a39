/** Whoever begins a run that workers do: hands out its tasks, waits for them, and brings home what they bought. */

import { differingParts } from "../../domain/fingerprints.ts";
import { createInProcessExecutor } from "../../executor/in-process.ts";
import { type Database, openDatabase } from "../../fleet/database.ts";
import { readLedger, UNITS_PER_USD } from "../../fleet/ledger-turn.ts";
import { openPgBossQueue, type PgBossQueue } from "../../fleet/pg-boss-queue.ts";
import { openLedger } from "../../fleet/postgres-ledger.ts";
import {
  forgetQueuedRun,
  listQueuedRuns,
  queueRun,
  readQueuedRun,
  setRunState,
} from "../../fleet/queued-runs.ts";
import { assertTables } from "../../fleet/tables.ts";
import type { Clock } from "../../kernel/clock.ts";
import { messageOf } from "../../kernel/errors.ts";
import { toolVersion } from "../../kernel/tool-version.ts";
import { tasksOfRun } from "../../pipeline.ts";
import { CostCeilingError } from "../../providers/errors.ts";
import type { ModelClient } from "../../providers/model-client.ts";
import type { RunContext } from "../../run-context.ts";
import type { UnitKey } from "../../schema/run/journal.ts";
import type { RunPlan } from "../../schema/run/run-plan.ts";
import { pathExists } from "../../store/file-system.ts";
import { readJournalEntries } from "../../store/journal.ts";
import { runDirectoryAt } from "../../store/layout.ts";
import type { RunStore } from "../../store/run-store.ts";
import type { RunOptions } from "../bench-options.ts";
import { CallNotInQueueError, NotForQueueError, QueuedTaskDeadError, RunInQueueError } from "../errors.ts";
import { callsElsewhere } from "./shared-log.ts";

/** How often the state of things is read. */
const LOOK_EVERY_MS = 300;
const SAY_NOBODY_WORKS_AFTER_MS = 5000;

export const nodeMajor = () => Number.parseInt(process.versions.node, 10);

export interface QueuedWork {
  readonly url: string;
  readonly store: RunStore;
  readonly plan: RunPlan;
  readonly ceilingUsd: number | null;
  /** It was begun before: only one that the queue still has can go on there, because what it has no calls of is bought. */
  readonly isResumed: boolean;
  /** Conversations that are written at a time. */
  readonly concurrency: number;
  readonly clock: Clock;
  readonly onNotice: (sentence: string) => void;
}

/** Does what is given with the run in the queue. Once all of it is at home, the queue forgets it. */
export async function withQueuedRun<Result>(
  work: QueuedWork,
  signal: AbortSignal,
  perform: (context: Pick<RunContext, "executor" | "byWorkers">) => Promise<Result>,
): Promise<Result> {
  const { url, clock, onNotice, plan } = work;
  const run = work.store.runId;
  const database = await openDatabase({ url, clock, onOutage: onNotice });
  try {
    await assertTables(database);
    const queue = await openPgBossQueue(database);
    let isOurs = false;
    try {
      // The calls of another run of that name would be taken for this one's.
      if (work.isResumed) await readQueuedRun(database, run);
      else if ((await listQueuedRuns(database)).some((known) => known.run === run))
        throw new RunInQueueError(run);
      isOurs = true;
      const queued = await queueRun(database, {
        run,
        fingerprints: plan.fingerprint.parts,
        tool_version: toolVersion(),
        node_major: nodeMajor(),
        plan,
      });
      if (differingParts(queued.fingerprints, plan.fingerprint.parts).length > 0)
        throw new RunInQueueError(run);
      await openLedger(database, clock, { run, ceilingUsd: work.ceilingUsd, signal });
      // What a task bought is kept apart from it: tasks that are dead can be begun anew, and nothing is paid twice.
      if ((await queue.states(run)).dead.length > 0) await queue.forget(run);
      await queue.add(run, tasksOfRun(plan));
      const result = await attend(work, { database, queue }, signal, perform);
      await setRunState(database, run, "done");
      await queue.forget(run);
      await forgetQueuedRun(database, run);
      return result;
    } catch (error) {
      // Nobody is there to take home what workers would go on to buy. What stopped the run is what is thrown.
      const untold = (cause: unknown) =>
        onNotice(`The workers of ${run} could not be told to stop: ${messageOf(cause)}`);
      if (isOurs) await setRunState(database, run, "cancelled").catch(untold);
      throw error;
    } finally {
      await queue.close();
    }
  } finally {
    await database.close();
  }
}

/** Workers know models by name, and find nothing on this machine's disk. */
export function refuseForQueue({ harness = "llm/raw", models = [] }: RunOptions): void {
  if (harness !== "llm/raw") throw new NotForQueueError(`the harness ${harness} asks a product`);
  for (const model of models) {
    if (typeof model !== "string")
      throw new NotForQueueError(`${model.modelId} is a model of this program's own`);
    if (model.startsWith("replay/")) throw new NotForQueueError(`${model} is in this machine's results`);
  }
}

/** A model that is not asked here. */
export function askedElsewhere({ modelId, simulated }: ModelClient): ModelClient {
  return {
    modelId,
    simulated,
    announcesSending: true,
    complete: () => Promise.reject(new CallNotInQueueError(modelId)),
  };
}

async function attend<Result>(
  work: QueuedWork,
  { database, queue }: { readonly database: Database; readonly queue: PgBossQueue },
  signal: AbortSignal,
  perform: (context: Pick<RunContext, "executor" | "byWorkers">) => Promise<Result>,
): Promise<Result> {
  const { store, clock, concurrency, onNotice } = work;
  const run = store.runId;
  const home = await linesAtHome(store);
  const waiting = new Map<string, PromiseWithResolvers<void>>();
  const over = new AbortController();
  let takeHome: () => Promise<void> = async () => {};

  const look = async () => {
    const done = await queue.done(run, [...waiting.keys()]);
    for (const task of done) {
      waiting.get(task)?.resolve();
      waiting.delete(task);
    }
    await takeHome();
    const states = await queue.states(run);
    const [dead] = states.dead;
    if (dead !== undefined) throw new QueuedTaskDeadError(dead.task, dead.reason);
    const ledger = await readLedger(database.query, run);
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
        onNotice("No worker has taken anything yet: start some, with the keys of the models.");
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
    waiting.set(id, done);
    try {
      await done.promise;
    } finally {
      waiting.delete(id);
      either.removeEventListener("abort", leave);
    }
  };
  try {
    return await perform({
      executor: createInProcessExecutor({ concurrency, until }),
      byWorkers: (journal) => {
        const calls = callsElsewhere(database, run, journal, home);
        takeHome = calls.takeHomeWhatIsOver;
        return {
          log: calls.log,
          takeHome: async () => {
            const isAllDone = !over.signal.aborted && !signal.aborted;
            await stopLooking();
            await (isAllDone ? calls.takeHome() : calls.takeHomeWhatIsOver());
          },
        };
      },
    });
  } finally {
    await stopLooking();
  }
}

/** How many lines of each call workers wrote and the journal has: after a kill, more than the database was told. */
async function linesAtHome(store: RunStore): Promise<Map<UnitKey, number>> {
  const lines = new Map<UnitKey, number>();
  const { journal } = runDirectoryAt(store.directory);
  if (!(await pathExists(journal))) return lines;
  for await (const { value } of readJournalEntries(journal)) {
    if (!("unit" in value) || value.worker === undefined) continue;
    lines.set(value.unit, (lines.get(value.unit) ?? 0) + 1);
  }
  return lines;
}
