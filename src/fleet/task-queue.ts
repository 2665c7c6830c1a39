/** Work that any of several processes may do: the port, task names, and the queue of a single process. */

import type { Clock } from "../kernel/clock.ts";
import { hashOf, type JsonValue } from "../kernel/hash.ts";
import { by } from "../kernel/order.ts";

export interface NewTask {
  /** Its name within the run: adding it again has no effect. */
  readonly task: string;
  /** Small: positions in a plan, never texts. */
  readonly payload: JsonValue;
  /** A worker's requirement for the task, such as the key of a model. @default anybody can do it */
  readonly needs?: string;
}

/** A task held by one worker until it finishes, fails, or its lease runs out. */
export interface TakenTask extends Required<NewTask> {
  readonly id: string;
  readonly run: string;
  /** Counts from 1. A task given back without failing keeps its attempt number. */
  readonly attempt: number;
  /** Number of this taking: a holder cannot change the state of a later taking. */
  readonly taking: number;
}

/** A task that failed too often to be retried. */
export interface DeadTask {
  readonly id: string;
  readonly task: string;
  readonly reason: string;
}

export interface TaskStates {
  /** Free, or waiting to be retried. */
  readonly waiting: number;
  readonly taken: number;
  readonly done: number;
  readonly dead: readonly DeadTask[];
}

/**
 * Tasks of many runs. Each is done at least once: a queue can delay or repeat a task, and call claims prevent double
 * payment. Progress is read from states, so no event can be missed.
 */
export interface TaskQueue {
  add(run: string, tasks: readonly NewTask[]): Promise<void>;
  /**
   * Takes up to `atMost` free tasks of a run, with a lease. Tasks with needs are taken only if the need is in `has`.
   */
  take(run: string, atMost: number, has?: readonly string[]): Promise<readonly TakenTask[]>;
  /** Renews the leases. Returns the tasks that this worker still holds; the others went to another worker. */
  renew(tasks: readonly TakenTask[]): Promise<readonly TakenTask[]>;
  /**
   * Returns `false` if another worker holds the task now and decides its result, or if it was finished and the first
   * answer was lost.
   */
  finish(task: TakenTask): Promise<boolean>;
  /** @param options.counts `false` if the task is only given back, as by a worker that stops */
  fail(task: TakenTask, reason: string, options: { readonly counts: boolean }): Promise<boolean>;
  states(run: string): Promise<TaskStates>;
  /** Returns those of these tasks that are done. */
  done(run: string, tasks: readonly string[]): Promise<readonly string[]>;
}

/** Number of retries before a task is dead. */
export const RETRY_LIMIT = 4;
/** Time that a task stays with a worker that does not renew; the minimum that pg-boss allows. */
export const LEASE_SECONDS = 10;
/** Failure reason of a task whose worker fell silent. */
export const LEASE_RAN_OUT = "its worker did not renew the lease";

/** Returns the same id for the same task of the same run, so that a resumed coordinator adds no duplicates. */
export function taskId(run: string, task: string): string {
  const hex = hashOf({ run, task });
  // UUID version 8, which is free for custom hashes, and the variant of RFC 9562.
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
  failures: number;
  taking: number;
  leaseEndsMs: number;
  reason: string;
}

/** A queue in this process's memory, lost when the process ends. */
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
