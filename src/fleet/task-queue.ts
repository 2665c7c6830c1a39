/** Work that any of several processes may do: the port, the name of a task, and the queue of a single process. */

import type { Clock } from "../kernel/clock.ts";
import { hashOf, type JsonValue } from "../kernel/hash.ts";
import { by } from "../kernel/order.ts";

/** A task as it is put into a queue. */
export interface NewTask {
  /** Its name within the run: adding it again adds nothing. */
  readonly task: string;
  /** Small: positions in a plan, never texts. */
  readonly payload: JsonValue;
  /** What a worker must have to do it, such as the key of a model. @default anybody can do it */
  readonly needs?: string;
}

/** A task in the hands of one worker, until it is finished, fails, or its lease runs out. */
export interface TakenTask extends Required<NewTask> {
  readonly id: string;
  readonly run: string;
  /** Counts from 1; a task that was given back unharmed is at the same attempt. */
  readonly attempt: number;
  /** Which taking this is: what a later one has become of is no longer this one's to say. */
  readonly taking: number;
}

/** A task that failed too often to be tried once more. */
export interface DeadTask {
  readonly id: string;
  readonly task: string;
  readonly reason: string;
}

export interface TaskStates {
  /** Free, or waiting to be tried again. */
  readonly waiting: number;
  readonly taken: number;
  readonly done: number;
  readonly dead: readonly DeadTask[];
}

/**
 * Tasks of many runs. Each is done at least once: a queue can delay a task or have it done twice, and what a task buys
 * is guarded elsewhere. Progress is read from states; there are no events that could be missed.
 */
export interface TaskQueue {
  add(run: string, tasks: readonly NewTask[]): Promise<void>;
  /** Up to `atMost` free tasks of a run, with a lease; of those that need something, only what is in `has`. */
  take(run: string, atMost: number, has?: readonly string[]): Promise<readonly TakenTask[]>;
  /** Keeps the leases. Returns the tasks that are still this worker's; what is missing has gone to another. */
  renew(tasks: readonly TakenTask[]): Promise<readonly TakenTask[]>;
  /** `false`: somebody else has it since, and will say what becomes of it; or it was done, and the answer had been lost. */
  finish(task: TakenTask): Promise<boolean>;
  /** @param options.counts `false` where the task is only given back, as by a worker that is told to stop */
  fail(task: TakenTask, reason: string, options: { readonly counts: boolean }): Promise<boolean>;
  states(run: string): Promise<TaskStates>;
  /** Which of these tasks are done. */
  done(run: string, tasks: readonly string[]): Promise<readonly string[]>;
}

/** How often a task is tried once more before it is dead. */
export const RETRY_LIMIT = 4;
/** How long a task stays with a worker that does not renew; the least that pg-boss can do. */
export const LEASE_SECONDS = 10;
/** The reason of a task whose worker was not heard of any more. */
export const LEASE_RAN_OUT = "its worker did not renew the lease";

/** The same for the same task of the same run, so that a resumed coordinator adds what is already there. */
export function taskId(run: string, task: string): string {
  const hex = hashOf({ run, task });
  // Version 8, which is free for hashes of one's own, and the variant of RFC 9562.
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join("-");
}

interface Entry {
  readonly task: Omit<TakenTask, "attempt" | "taking">;
  state: "waiting" | "taken" | "done" | "dead";
  /** Attempts that failed. */
  failures: number;
  taking: number;
  leaseEndsMs: number;
  reason: string;
}

/** A queue in this process's memory, gone with it. */
export function createMemoryQueue(clock: Pick<Clock, "monotonicMs">): TaskQueue {
  const entries = new Map<string, Entry>();
  const ofRun = (run: string) => [...entries.values()].filter(({ task }) => task.run === run);
  const held = (task: TakenTask): Entry | undefined => {
    const entry = entries.get(task.id);
    return entry?.state === "taken" && entry.taking === task.taking ? entry : undefined;
  };
  const failed = (entry: Entry, reason: string) => {
    entry.failures += 1;
    entry.reason = reason;
    entry.state = entry.failures > RETRY_LIMIT ? "dead" : "waiting";
  };
  const collectLapsed = () => {
    const nowMs = clock.monotonicMs();
    for (const entry of entries.values())
      if (entry.state === "taken" && entry.leaseEndsMs < nowMs) failed(entry, LEASE_RAN_OUT);
  };
  const leaseEndMs = () => clock.monotonicMs() + LEASE_SECONDS * 1000;

  return {
    async add(run, tasks) {
      for (const { task, payload, needs = "" } of tasks) {
        const id = taskId(run, task);
        if (entries.has(id)) continue;
        const added = { id, run, task, payload: structuredClone(payload), needs };
        entries.set(id, {
          task: added,
          state: "waiting",
          failures: 0,
          taking: 0,
          leaseEndsMs: 0,
          reason: "",
        });
      }
    },
    async take(run, atMost, has = []) {
      collectLapsed();
      const free = ofRun(run).filter(
        ({ state, task }) => state === "waiting" && (task.needs === "" || has.includes(task.needs)),
      );
      return free.slice(0, atMost).map((entry) => {
        entry.state = "taken";
        entry.taking += 1;
        entry.leaseEndsMs = leaseEndMs();
        return structuredClone({ ...entry.task, attempt: entry.failures + 1, taking: entry.taking });
      });
    },
    async renew(tasks) {
      collectLapsed();
      return tasks.filter((task) => {
        const entry = held(task);
        if (entry !== undefined) entry.leaseEndsMs = leaseEndMs();
        return entry !== undefined;
      });
    },
    async finish(task) {
      const entry = held(task);
      if (entry !== undefined) entry.state = "done";
      return entry !== undefined;
    },
    async fail(task, reason, { counts }) {
      const entry = held(task);
      if (entry === undefined) return false;
      if (counts) failed(entry, reason);
      else entry.state = "waiting";
      return true;
    },
    async done(run, tasks) {
      return tasks.filter((task) => entries.get(taskId(run, task))?.state === "done");
    },
    async states(run) {
      const all = ofRun(run);
      const count = (state: Entry["state"]) => all.filter((entry) => entry.state === state).length;
      return {
        waiting: count("waiting"),
        taken: count("taken"),
        done: count("done"),
        dead: all
          .filter(({ state }) => state === "dead")
          .map(({ task, reason }) => ({ id: task.id, task: task.task, reason }))
          .toSorted(by(({ task }) => task)),
      };
    },
  };
}
