/** Whoever begins work that workers do: brings it into the queue, and what they bought home. */
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

/** A task, and the transcript that whoever does it needs. */
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
  /** Where its calls are kept; `null` for work that makes none. */
  readonly journal: string | null;
  /** It was begun before, here: otherwise what the queue has under its name is somebody else's. */
  readonly isBegun: boolean;
  /** Calls that were lost in an earlier leg are made once more. */
  readonly asksAgain: boolean;
  readonly ceilingUsd: number | null;
  /** Under the same ceiling, before this leg. */
  readonly spentUsd: number;
  /** Conversations that are written at a time. */
  readonly concurrency: number;
  /** Which workers are wanted, should none come. @default those with the keys of the models */
  readonly wanted?: string;
  readonly clock: Clock;
  readonly onNotice: (sentence: string) => void;
}

/** Does what is given with the work in the queue. Once all of it is at home, the queue forgets it. */
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
      // The calls of other work of that name would be taken for this one's.
      if (before !== undefined && !work.isBegun) throw apiErrors.IB_RUN_IN_QUEUE(name);
      // First, so that nothing is there that nobody knows of: who removes a run removes it there too.
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
      // What a task bought is kept apart from it: tasks that are dead or were stopped can be begun anew, and nothing is
      // paid twice. Where workers go on with them, they are left alone.
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
      // Nobody is there to take home what workers would go on to buy. What stopped the work is what is thrown.
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

/** Tasks that are added at once, with what they need. */
const AT_A_TIME = 100;

interface CallAtHome {
  readonly outcome: JournalOutcome | undefined;
  /** How many of its lines are from workers: after a kill, more than the database was told. */
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
