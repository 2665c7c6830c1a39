import { setMaxListeners } from "node:events";
import type { Executor, Job } from "./executor.ts";

/** Runs tasks in this process, at most `concurrency` at a time. */
export function createInProcessExecutor(options: { readonly concurrency: number }): Executor {
  return {
    async *run<Input, Output>(job: Job<Input, Output>, signal: AbortSignal) {
      const failure = new AbortController();
      const stop = AbortSignal.any([signal, failure.signal]);
      // Every call under way listens to it; their number is the user's choice, not a leak.
      setMaxListeners(0, stop);
      stop.throwIfAborted();

      const slots = job.tasks.map(() => Promise.withResolvers<Output>());
      for (const slot of slots) slot.promise.catch(() => undefined); // the loop below reports the first of them
      let next = 0;
      const work = async () => {
        for (let index = next++; index < job.tasks.length; index = next++) {
          const [task, slot] = [job.tasks[index], slots[index]];
          if (task === undefined || slot === undefined) return;
          try {
            stop.throwIfAborted();
            // A clone, so that a handler cannot come to rely on sharing memory with its caller.
            slot.resolve(await job.handler(structuredClone(task.input), stop));
          } catch (error) {
            failure.abort(error);
            slot.reject(stop.reason);
          }
        }
      };
      const workers = Array.from({ length: Math.min(options.concurrency, job.tasks.length) }, work);
      try {
        for (const slot of slots) yield await slot.promise;
      } finally {
        failure.abort();
        await Promise.all(workers);
      }
    },
  };
}
