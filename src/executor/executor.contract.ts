import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Executor } from "./executor.ts";

const never = new AbortController().signal;
const tasksOf = (inputs: readonly number[]) => inputs.map((input) => ({ id: `task-${input}`, input }));

async function collect<Output>(results: AsyncIterable<Output>): Promise<Output[]> {
  const collected: Output[] = [];
  for await (const result of results) collected.push(result);
  return collected;
}

/** Every executor must pass these, wherever it runs its tasks. */
export function describeExecutorContract(name: string, create: (concurrency: number) => Executor): void {
  test(`${name}: yields results in task order although later tasks finish first`, async () => {
    const handler = async (input: number) => {
      await delay(20 - input * 4);
      return input * 10;
    };
    const job = { tasks: tasksOf([0, 1, 2, 3, 4]), handler };
    expect(await collect(create(5).run(job, never))).toEqual([0, 10, 20, 30, 40]);
  });

  test(`${name}: never runs more tasks at once than it was told`, async () => {
    let running = 0;
    let most = 0;
    const handler = async () => {
      most = Math.max(most, ++running);
      await delay(2);
      running--;
    };
    await collect(create(3).run({ tasks: tasksOf([...Array(20).keys()]), handler }, never));
    expect(most).toBe(3);
  });

  test(`${name}: the first error stops the job, aborts what is under way and is thrown`, async () => {
    const started: number[] = [];
    const aborted: number[] = [];
    const handler = async (input: number, signal: AbortSignal) => {
      started.push(input);
      if (input === 2) throw new Error("task 2 broke");
      await delay(10_000, undefined, { signal }).catch(() => aborted.push(input));
      signal.throwIfAborted();
    };
    const job = { tasks: tasksOf([0, 1, 2, 3, 4, 5]), handler };
    await expect(collect(create(3).run(job, never))).rejects.toThrow("task 2 broke");
    expect(started.toSorted()).toEqual([0, 1, 2]);
    expect(aborted.toSorted()).toEqual([0, 1]);
  });

  test(`${name}: rejects with the caller's reason when cancelled`, async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    const handler = async (input: number, signal: AbortSignal) => {
      if (input === 1) controller.abort(reason);
      signal.throwIfAborted();
      return input;
    };
    const job = { tasks: tasksOf([0, 1, 2]), handler };
    await expect(collect(create(1).run(job, controller.signal))).rejects.toBe(reason);
  });

  test(`${name}: a handler gets a copy of its input`, async () => {
    const input = { list: [1, 2] };
    const handler = async (given: { list: number[] }) => {
      given.list.push(3);
      return given.list.length;
    };
    expect(await collect(create(1).run({ tasks: [{ id: "a", input }], handler }, never))).toEqual([3]);
    expect(input.list).toEqual([1, 2]);
  });

  test(`${name}: no tasks give no results`, async () => {
    const job = { tasks: [], handler: async () => 1 };
    expect(await collect(create(4).run(job, never))).toEqual([]);
  });
}
