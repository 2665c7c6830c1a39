import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { contractHandlers, sharedCounts } from "./contract-handlers.fixture.ts";
import type { Executor, Handler, Job } from "./executor.ts";

const never = new AbortController().signal;
const tasksOf = (inputs: readonly number[]) => inputs.map((input) => ({ id: `task-${input}`, input }));

async function collect<Output>(results: AsyncIterable<Output>): Promise<Output[]> {
  const collected: Output[] = [];
  for await (const result of results) collected.push(result);
  return collected;
}

/** Builds a job that uses the handler of that name, in this process or in a thread. */
export function contractJob<Input, Output>(
  kind: keyof typeof contractHandlers,
  tasks: Job<Input, Output>["tasks"],
  counts = sharedCounts(),
): Job<Input, Output> {
  // Each test names a handler that fits its inputs.
  const handler = contractHandlers[kind](counts) as unknown as Handler<Input, Output>;
  return { tasks, handler, elsewhere: { kind, setup: counts } };
}

/** Contract tests for every executor. */
export function describeExecutorContract(name: string, create: (concurrency: number) => Executor): void {
  test(`${name}: yields results in task order although later tasks finish first`, async () => {
    const job = contractJob<number, number>("tenfold", tasksOf([0, 1, 2, 3, 4]));
    expect(await collect(create(5).run(job, never))).toEqual([0, 10, 20, 30, 40]);
  });

  test(`${name}: never runs more tasks at once than it was told`, async () => {
    const counts = sharedCounts();
    const job = contractJob<number, void>("counting", tasksOf([...Array(20).keys()]), counts);
    await collect(create(3).run(job, never));
    expect(counts.most[0]).toBeGreaterThan(1);
    expect(counts.most[0]).toBeLessThanOrEqual(3);
  });

  test(`${name}: the first error stops the job, aborts what is under way and is thrown as it was`, async () => {
    const counts = sharedCounts();
    const job = contractJob<number, void>("breakingAtTwo", tasksOf([0, 1, 2, 3, 4, 5]), counts);
    await expect(collect(create(3).run(job, never))).rejects.toThrow(new RangeError("task 2 broke"));
    expect(counts.begun.subarray(0, 6).map(Math.sign)).toEqual(new Int32Array([1, 1, 1, 0, 0, 0]));
    expect(counts.aborted.subarray(0, 6)).toEqual(new Int32Array([1, 1, 0, 0, 0, 0]));
  });

  test(`${name}: rejects with the caller's reason when cancelled`, async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    const counts = sharedCounts();
    const job = contractJob<number, void>("waiting", tasksOf([0, 1, 2]), counts);
    const done = collect(create(1).run(job, controller.signal));
    while (Atomics.load(counts.begun, 0) === 0) await delay(1);
    controller.abort(reason);
    await expect(done).rejects.toBe(reason);
    expect(counts.begun.subarray(0, 3)).toEqual(new Int32Array([1, 0, 0]));
  });

  test(`${name}: a handler gets a copy of its input`, async () => {
    const input = { list: [1, 2] };
    const job = contractJob<typeof input, number>("growing", [{ id: "a", input }]);
    expect(await collect(create(1).run(job, never))).toEqual([3]);
    expect(input.list).toEqual([1, 2]);
  });

  test(`${name}: no tasks give no results`, async () => {
    expect(await collect(create(4).run(contractJob("growing", []), never))).toEqual([]);
  });
}
