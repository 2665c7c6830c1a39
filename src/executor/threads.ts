import { Worker } from "node:worker_threads";
import { executorErrors } from "./errors.ts";
import type { Executor, Job, NamedHandler } from "./executor.ts";
import { createInProcessExecutor } from "./in-process.ts";
import type { ThreadAnswer, ThreadMessage, ThreadTable } from "./thread.ts";

/** One task computes while another reads files, and a third is already on its way to the thread. */
const TASKS_PER_THREAD = 3;

/**
 * Size of the young generation: 175 MB per thread instead of 270, at about the same speed (`npm run bench -- workers`).
 */
const YOUNG_MB = 12;

export interface ThreadExecutor extends Executor {
  /** Ends the threads. No task may be running. */
  close(): Promise<void>;
}

/**
 * Runs tasks in threads of this process if the job names a thread handler, and all others through `others`. A task that
 * fails in a thread is repeated in this process, where its error keeps its class.
 */
export function createThreadExecutor(options: {
  readonly threads: number;
  /** @default 3 */
  readonly tasksPerThread?: number;
  readonly table: ThreadTable;
  readonly others: Executor;
}): ThreadExecutor {
  const { threads, tasksPerThread = TASKS_PER_THREAD } = options;
  const ordered = createInProcessExecutor({ concurrency: threads * tasksPerThread });
  let started: readonly Thread[] | undefined;
  let jobs = 0;
  return {
    run<Input, Output>(job: Job<Input, Output>, signal: AbortSignal): AsyncIterable<Output> {
      const { elsewhere, handler, tasks } = job;
      if (elsewhere === undefined) return options.others.run(job, signal);
      started ??= Array.from({ length: threads }, () => startThread(options.table, threads));
      const pool = started;
      const number = jobs++;
      for (const thread of pool) thread.begin(number, elsewhere);
      const work = async (input: Input, taskSignal: AbortSignal) => {
        const [idlest] = pool.toSorted((a, b) => a.underWay - b.underWay);
        const answer = await idlest?.work(number, input, taskSignal);
        // The handler returns the same type in a thread and in this process.
        if (answer !== undefined && "output" in answer) return answer.output as Output;
        taskSignal.throwIfAborted();
        return handler(input, taskSignal);
      };
      return ordered.run({ tasks, handler: work }, signal);
    },
    close: async () => {
      const ending = started ?? [];
      started = undefined;
      await Promise.all(ending.map((thread) => thread.end()));
    },
  };
}

interface Thread {
  readonly underWay: number;
  begin(job: number, named: NamedHandler): void;
  work(job: number, input: unknown, signal: AbortSignal): Promise<ThreadAnswer>;
  end(): Promise<void>;
}

function startThread(table: ThreadTable, threads: number): Thread {
  // The file is next to this one in both source and build.
  const entry = new URL(import.meta.url.replace(/threads(\.\w+)$/, "thread$1"));
  const worker = new Worker(entry, {
    workerData: table,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
  });
  const send = (message: ThreadMessage) => worker.postMessage(message);
  const waiting = new Map<number, PromiseWithResolvers<ThreadAnswer>>();
  let death: unknown;
  const die = (cause: unknown) => {
    // Any other error of a thread is a bug and keeps its own stack.
    const isBug = cause instanceof Error && !("code" in cause && cause.code === "ERR_WORKER_OUT_OF_MEMORY");
    death ??= isBug ? cause : executorErrors.IB_THREAD_DIED(threads, cause);
    for (const each of waiting.values()) each.reject(death);
    waiting.clear();
  };
  worker.on("message", (answer: ThreadAnswer) => {
    waiting.get(answer.task)?.resolve(answer);
    waiting.delete(answer.task);
  });
  worker.on("messageerror", die);
  worker.on("error", die);
  worker.on("exit", die);
  let tasks = 0;
  return {
    get underWay() {
      return waiting.size;
    },
    begin: (job, named) => send({ job, ...named }),
    work: async (job, input, signal) => {
      if (death !== undefined) throw death;
      const task = tasks++;
      const answer = Promise.withResolvers<ThreadAnswer>();
      waiting.set(task, answer);
      const abort = () => send({ abort: task });
      signal.addEventListener("abort", abort, { once: true });
      send({ task, job, input });
      return answer.promise.finally(() => signal.removeEventListener("abort", abort));
    },
    end: async () => {
      await worker.terminate();
    },
  };
}
