import fc from "fast-check";
import { expect, test } from "vitest";
import { describeTaskQueueContract } from "./task-queue.contract.ts";
import { createMemoryQueue, LEASE_SECONDS, taskId } from "./task-queue.ts";

describeTaskQueueContract("queue in memory", async () => {
  let nowMs = 0;
  return {
    queue: createMemoryQueue({ monotonicMs: () => nowMs }),
    letLeasesRunOut: async () => {
      nowMs += LEASE_SECONDS * 1000 + 1;
    },
  };
});

test("a lease that is renewed does not run out", async () => {
  let nowMs = 0;
  const queue = createMemoryQueue({ monotonicMs: () => nowMs });
  await queue.add("run", [{ task: "a", payload: null }]);
  const taken = await queue.take("run", 1);
  for (let time = 0; time < 5; time++) {
    nowMs += LEASE_SECONDS * 900;
    expect(await queue.renew(taken)).toEqual(taken);
  }
  expect(await queue.take("run", 1)).toEqual([]);
});

test("a task's id is a UUID, of its run and its name alone", () => {
  expect(taskId("run-1", "task-1")).toBe(taskId("run-1", "task-1"));
  fc.assert(
    fc.property(fc.string(), fc.string(), (run, task) => {
      expect(taskId(run, task)).toMatch(
        /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      );
    }),
  );
  expect(taskId("a", "b/c")).not.toBe(taskId("a/b", "c"));
});
