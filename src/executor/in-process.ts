import { setMaxListeners } from "node:events";
import type { Executor, Job } from "./executor.ts";

/** Results per worker that may queue behind one slow task before no new task starts. */
const AHEAD_PER_WORKER = 16;

/** Runs tasks in this process, at most `concurrency` at a time. */
export function createInProcessExecutor(options: {
  readonly concurrency: number;
  /** Waits until the task with this id may start here, after other processes have prepared it. @default at once */
  readonly until?: (id: string, signal: AbortSignal) => Promise<void>;
}): Executor {
  return {
    async *run<Input, Output>(job: Job<Input, Output>, signal: AbortSignal) {
      const failure = new AbortController();
      const stop = AbortSignal.any([signal, failure.signal]);
      // Every running call listens to it; the user chooses their number, so it is not a leak.
      setMaxListeners(0, stop);
      stop.throwIfAborted();

      // Results not yet consumed and results awaited. A yielded result is removed.
      const slots = new Map<number, PromiseWithResolvers<Output>>();
      const slotOf = (index: number) => {
        const slot = slots.get(index) ?? Promise.withResolvers<Output>();
        if (!slots.has(index)) slot.promise.catch(() => undefined); // the loop below throws the first of them
        slots.set(index, slot);
        return slot;
      };
      const ahead = options.concurrency * AHEAD_PER_WORKER;
      let taken = 0;
      let room = Promise.withResolvers<void>();
      const makeRoom = () => {
        room.resolve();
        room = Promise.withResolvers();
      };

      let next = 0;
      const work = async () => {
        for (let index = next++; index < job.tasks.length; index = next++) {
          const task = job.tasks[index];
          if (task === undefined) return;
          try {
            while (index >= taken + ahead && !stop.aborted) await room.promise;
            stop.throwIfAborted();
            if (options.until !== undefined) await options.until(task.id, stop);
            // A clone keeps handlers from relying on shared memory.
            slotOf(index).resolve(await job.handler(structuredClone(task.input), stop));
          } catch (error) {
            failure.abort(error);
            slotOf(index).reject(stop.reason);
          }
        }
      };
      const workers = Array.from({ length: Math.min(options.concurrency, job.tasks.length) }, work);
      try {
        for (const index of job.tasks.keys()) {
          const result = await slotOf(index).promise;
          slots.delete(index);
          taken = index + 1;
          makeRoom();
          yield result;
        }
      } finally {
        failure.abort();
        makeRoom();
        await Promise.all(workers);
      }
    },
  };
}
