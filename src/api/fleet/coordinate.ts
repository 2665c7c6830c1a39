/** Coordinates work that workers do: puts it into the queue and copies their results into the journal here. */
import { differingParts } from "../../domain/fingerprints.ts";
import { openDatabase, placeOfDatabase } from "../../fleet/database.ts";
import { openPgBossQueue } from "../../fleet/pg-boss-queue.ts";
import { openLedger } from "../../fleet/postgres-ledger.ts";
import {
  findQueuedWork,
  forgetQueuedWork,
  type QueuedPlan,
  type QueuedTranscript,
  queueWork,
  setWorkState,
  uploadTranscripts,
} from "../../fleet/queued-work.ts";
import { makingOfLeg, publishKnownCalls } from "../../fleet/shared-calls.ts";
import { assertTables } from "../../fleet/tables.ts";
import type { NewTask } from "../../fleet/task-queue.ts";
import type { Clock } from "../../kernel/clock.ts";
import { messageOf } from "../../kernel/errors.ts";
import { toolVersion } from "../../kernel/tool-version.ts";
import type { ByWorkers } from "../../run-context.ts";
import type { JournalOutcome, UnitKey } from "../../schema/run/journal.ts";
import { pathExists } from "../../store/file-system.ts";
import { readJournalEntries, readJournalIndex } from "../../store/journal.ts";
import { noteInQueue, removeQueueNote } from "../../store/remove-run.ts";
import { apiErrors } from "../errors.ts";
import { awaitTasks } from "./await-tasks.ts";

export const nodeMajor = () => Number.parseInt(process.versions.node, 10);

/** A task, with the transcript that its worker needs. */
export interface TaskOfWork extends NewTask {
  readonly payload: Readonly<Record<string, number>>;
  readonly transcript?: () => Promise<QueuedTranscript>;
}

export interface WorkToHandOut {
  readonly url: string;
  /** Its name in the queue. */
  readonly name: string;
  /** The runs that it is about, each with its folder. */
  readonly runs: readonly { readonly runId: string; readonly directory: string }[];
  readonly planned: QueuedPlan;
  readonly fingerprints: Readonly<Record<string, string>>;
  readonly tasks: readonly TaskOfWork[];
  /** Journal of its calls; `null` for work without calls. */
  readonly journal: string | null;
  /** This folder began the work before. Otherwise, work of the same name in the queue belongs to someone else. */
  readonly isBegun: boolean;
  /** Retries the failed calls of an earlier invocation. */
  readonly asksAgain: boolean;
  readonly ceilingUsd: number | null;
  /** Spent under the same ceiling before this invocation. */
  readonly spentUsd: number;
  /** Conversations that are written at a time. */
  readonly concurrency: number;
  /** Workers to wait for, in a message if none comes. @default those with the keys of the models */
  readonly wanted?: string;
  readonly clock: Clock;
  readonly onNotice: (sentence: string) => void;
}

/** Runs the callback with the work in the queue. The queue forgets the work once all results are here. */
export async function withQueuedWork<Result>(
  work: WorkToHandOut,
  signal: AbortSignal,
  perform: (by: ByWorkers) => Promise<Result>,
): Promise<Result> {
  const { url, name, planned, fingerprints, clock, onNotice, ceilingUsd, spentUsd } = work;
  const database = await openDatabase({ url, clock, onOutage: onNotice });
  try {
    await assertTables(database);
    const queue = await openPgBossQueue(database);
    let isOurs = false;
    try {
      const before = await findQueuedWork(database, name);
      // Otherwise the calls of other work with that name would count as this one's.
      if (before !== undefined && !work.isBegun) throw apiErrors.IB_RUN_IN_QUEUE(name);
      // Notes the queue before any rows exist, so that removing the run also removes them there.
      for (const { directory } of work.runs)
        await noteInQueue(directory, { work: name, queue: placeOfDatabase(url) });
      const { legs, ...queued } = await queueWork(database, {
        run: name,
        runs: work.runs.map(({ runId }) => runId),
        fingerprints,
        tool_version: toolVersion(),
        node_major: nodeMajor(),
        planned,
      });
      if (differingParts(queued.fingerprints, fingerprints).length > 0) throw apiErrors.IB_RUN_IN_QUEUE(name);
      isOurs = true;
      await openLedger(database, clock, { run: name, ceilingUsd, spentUsd, signal });
      const home = await callsAtHome(work.journal);
      await publishKnownCalls(database, { run: name, leg: legs }, home);
      // Results are stored apart from tasks: dead or stopped tasks can restart, and no call is paid twice.
      // Tasks that workers continue with are left alone.
      const isStopped = before !== undefined && before.state !== "open";
      if (isStopped || (await queue.states(name)).dead.length > 0) await queue.forget(name);
      const again = work.asksAgain ? { making: makingOfLeg(legs) } : {};
      const taskOf = (id: string) => (work.asksAgain ? `${id} in leg ${legs}` : id);
      for (let start = 0; start < work.tasks.length; start += AT_A_TIME) {
        const some = work.tasks.slice(start, start + AT_A_TIME);
        const uploads = await Promise.all(some.flatMap(({ transcript }) => transcript?.() ?? []));
        if (uploads.length > 0) await uploadTranscripts(database, name, uploads);
        await queue.add(
          name,
          some.map(({ task, payload, needs }) => ({
            task: taskOf(task),
            payload: { ...payload, ...again },
            ...(needs === undefined ? {} : { needs }),
          })),
        );
      }
      await setWorkState(database, name, "open");
      const linesAtHome = new Map([...home].map(([unit, { lines }]) => [unit, lines]));
      const needsOf = new Map(work.tasks.map(({ task, needs = "" }) => [taskOf(task), needs]));
      const fleet = { database, queue, linesAtHome, taskOf, needsOf };
      const result = await awaitTasks(work, fleet, signal, perform);
      await setWorkState(database, name, "done");
      await queue.forget(name);
      await forgetQueuedWork(database, name);
      for (const { directory } of work.runs) await removeQueueNote(directory, name);
      return result;
    } catch (error) {
      // Stops the workers, since no coordinator would collect their results. Throws the original error.
      const untold = (cause: unknown) =>
        onNotice(`The workers of ${name} could not be told to stop: ${messageOf(cause)}`);
      if (isOurs) await setWorkState(database, name, "cancelled").catch(untold);
      throw error;
    } finally {
      await queue.close();
    }
  } finally {
    await database.close();
  }
}

/** Number of tasks added at once, with their needs. */
const AT_A_TIME = 100;

interface CallAtHome {
  readonly outcome: JournalOutcome | undefined;
  /** Number of its lines from workers: after a kill, more than the database recorded. */
  readonly lines: number;
}

async function callsAtHome(journal: string | null): Promise<Map<UnitKey, CallAtHome>> {
  const calls = new Map<UnitKey, CallAtHome>();
  if (journal === null || !(await pathExists(journal))) return calls;
  const index = await readJournalIndex(journal);
  for await (const { value } of readJournalEntries(journal)) {
    if (!("unit" in value)) continue;
    const lines = (calls.get(value.unit)?.lines ?? 0) + Number(value.worker !== undefined);
    calls.set(value.unit, { outcome: index.find(value.unit), lines });
  }
  return calls;
}
