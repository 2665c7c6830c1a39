import { expect, test } from "vitest";
import { describeExecutorContract } from "./executor.contract.ts";
import { createInProcessExecutor } from "./in-process.ts";

describeExecutorContract("in-process", (concurrency) => createInProcessExecutor({ concurrency }));
describeExecutorContract("in-process, behind others", (concurrency) =>
  createInProcessExecutor({ concurrency, until: () => new Promise(setImmediate) }),
);

const tasks = Array.from({ length: 500 }, (_, input) => ({ id: `task-${input}`, input }));

test("results that nobody takes hold up what has not begun", async () => {
  let begun = 0;
  const handler = async (input: number) => {
    begun += 1;
    return input;
  };
  const executor = createInProcessExecutor({ concurrency: 2 });
  const taken: number[] = [];
  for await (const result of executor.run({ tasks, handler }, new AbortController().signal)) {
    taken.push(result);
    if (taken.length === 1) {
      await new Promise(setImmediate);
      expect(begun).toBeLessThan(100);
    }
  }
  expect(taken).toEqual(tasks.map(({ input }) => input));
});

test("a task waits until it may be done, and what it waited for can end the job", async () => {
  const events: string[] = [];
  const executor = createInProcessExecutor({
    concurrency: 1,
    until: async (id) => {
      events.push(`waits ${id}`);
      if (id === "task-2") throw new Error("task-2 is lost");
    },
  });
  const handler = async (input: number) => void events.push(`does ${input}`);
  const job = Array.fromAsync(executor.run({ tasks, handler }, new AbortController().signal));
  await expect(job).rejects.toThrow("task-2 is lost");
  expect(events).toEqual(["waits task-0", "does 0", "waits task-1", "does 1", "waits task-2"]);
});

test("whoever stops taking results ends the job, though tasks wait for room", async () => {
  let begun = 0;
  const handler = async (input: number) => {
    begun += 1;
    return input;
  };
  const executor = createInProcessExecutor({ concurrency: 2 });
  for await (const _ of executor.run({ tasks, handler }, new AbortController().signal)) {
    await new Promise(setImmediate);
    break;
  }
  expect(begun).toBeLessThan(100);
});
