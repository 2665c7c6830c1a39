/**
 * Entry point of a worker thread: looks up handlers in its table, runs the tasks it receives, and answers each once.
 */
import { parentPort, workerData } from "node:worker_threads";
import type { Handler, NamedHandler } from "./executor.ts";

/**
 * Location of a thread's handlers: an exported function of a module, and its argument, which is copied into the thread.
 */
export interface ThreadTable {
  readonly module: string;
  readonly name: string;
  readonly world: unknown;
}

/** Makes a handler from a job's setup, by the job's kind. */
export type ThreadHandlers = Readonly<
  Record<string, (setup: never) => Promise<Handler<never, unknown>> | Handler<never, unknown>>
>;

export type ThreadMessage =
  | ({ readonly job: number } & NamedHandler)
  | { readonly task: number; readonly job: number; readonly input: unknown }
  | { readonly abort: number };

/** A failed task has no output: the sender runs it again to get the error. */
export type ThreadAnswer =
  | { readonly task: number; readonly output: unknown }
  | { readonly task: number; readonly failed: true };

const port = parentPort;
if (port !== null) {
  const { module, name, world } = workerData as ThreadTable; // as `threads.ts` starts it
  const table = import(module).then(
    // The caller that names a module and a function guarantees its type.
    (found: Record<string, (given: unknown) => ThreadHandlers>) => found[name]?.(world),
  );
  const handlers = new Map<number, Promise<Handler<unknown, unknown>>>();
  const underWay = new Map<number, AbortController>();

  const make = async ({ kind, setup }: NamedHandler): Promise<Handler<unknown, unknown>> => {
    const maker = (await table)?.[kind];
    if (maker === undefined) throw new Error(`${module} has no handler called ${kind}`);
    // The job and the table are written for each other, so the setup has the right type.
    return (await maker(setup as never)) as Handler<unknown, unknown>;
  };

  const work = async (task: number, job: number, input: unknown): Promise<void> => {
    const controller = new AbortController();
    underWay.set(task, controller);
    let answer: ThreadAnswer = { task, failed: true };
    try {
      const handler = await handlers.get(job);
      answer = { task, output: await handler?.(input, controller.signal) };
    } catch {
      // The main thread repeats the task, where its error can be caught.
    }
    underWay.delete(task);
    port.postMessage(answer);
  };

  port.on("message", (message: ThreadMessage) => {
    if ("abort" in message) underWay.get(message.abort)?.abort();
    else if ("task" in message) void work(message.task, message.job, message.input);
    // If a handler cannot be made, the thread ends with its error.
    else handlers.set(message.job, make(message));
  });
}
