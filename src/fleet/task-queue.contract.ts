import { describe, expect, test } from "vitest";
import { LEASE_RAN_OUT, RETRY_LIMIT, type TakenTask, type TaskQueue } from "./task-queue.ts";

/** A queue under test, with control over time. */
export interface QueueUnderTest {
  readonly queue: TaskQueue;
  /** Lets the lease of every task that is not renewed run out. */
  letLeasesRunOut(): Promise<void>;
}

const named = (count: number) =>
  Array.from({ length: count }, (_, place) => ({ task: `task-${place}`, payload: { place } }));
const names = (tasks: readonly TakenTask[]) => tasks.map(({ task }) => task).toSorted();

async function takeOne(queue: TaskQueue, run: string): Promise<TakenTask> {
  const [task] = await queue.take(run, 1);
  if (task === undefined) throw new Error("no task is free");
  return task;
}

/** Contract tests for every queue. */
export function describeTaskQueueContract(name: string, open: () => Promise<QueueUnderTest>): void {
  let runs = 0;
  const begin = async () => ({ ...(await open()), run: `${name}-${++runs}` });

  describe(name, () => {
    test("a task that is added twice is one task", async () => {
      const { queue, run } = await begin();
      await queue.add(run, named(3));
      await queue.add(run, named(4));
      expect(names(await queue.take(run, 10))).toEqual(["task-0", "task-1", "task-2", "task-3"]);
      await queue.add(run, named(4));
      expect(await queue.take(run, 10)).toEqual([]);
    });

    test("no more is taken than was asked for, and nothing by two", async () => {
      const { queue, run } = await begin();
      await queue.add(run, named(20));
      const taken = (await Promise.all([queue.take(run, 7), queue.take(run, 7), queue.take(run, 7)])).flat();
      expect(taken).toHaveLength(20);
      expect(new Set(names(taken)).size).toBe(20);
      expect(await queue.states(run)).toEqual({ waiting: 0, taken: 20, done: 0, dead: [] });
    });

    test("whoever waits for some tasks is told which of them are done", async () => {
      const { queue, run } = await begin();
      await queue.add(run, named(4));
      const [first, second] = await queue.take(run, 2);
      if (first === undefined || second === undefined) throw new Error("no task is free");
      expect(await queue.done(run, ["task-0", "task-1", "task-2"])).toEqual([]);
      await queue.finish(first);
      expect(await queue.done(run, ["task-0", "task-1", "task-2", "task-3"])).toEqual([first.task]);
      expect(await queue.done(run, [second.task])).toEqual([]);
    });

    test("a task brings what it was added with, and no run sees another's", async () => {
      const { queue, run } = await begin();
      await queue.add(run, [{ task: "a", payload: { place: [1, "two"] } }]);
      expect(await queue.take(`${run}-other`, 5)).toEqual([]);
      expect(await takeOne(queue, run)).toMatchObject({
        run,
        task: "a",
        payload: { place: [1, "two"] },
        attempt: 1,
      });
    });

    test("a task that needs something goes only to who has it", async () => {
      const { queue, run } = await begin();
      await queue.add(run, [
        { task: "for-all", payload: null },
        { task: "for-some", payload: null, needs: "openai/gpt-5-mini" },
        { task: "for-others", payload: null, needs: "local/model:8b" },
      ]);
      expect(names(await queue.take(run, 10, ["openai/gpt-5-mini"]))).toEqual(["for-all", "for-some"]);
      expect(await queue.take(run, 10)).toEqual([]);
      expect((await queue.states(run)).waiting).toBe(1);
      expect(names(await queue.take(run, 10, ["local/model:8b"]))).toEqual(["for-others"]);
    });

    test("a finished task is done for good", async () => {
      const { queue, run } = await begin();
      await queue.add(run, named(1));
      const task = await takeOne(queue, run);
      expect(await queue.finish(task)).toBe(true);
      expect(await queue.finish(task)).toBe(false);
      await queue.add(run, named(1));
      expect(await queue.take(run, 1)).toEqual([]);
      expect(await queue.states(run)).toEqual({ waiting: 0, taken: 0, done: 1, dead: [] });
    });

    test("a task that fails is tried again, and after the last try it is dead with its last reason", async () => {
      const { queue, run } = await begin();
      await queue.add(run, named(2));
      const poison = await takeOne(queue, run);
      await queue.finish(await takeOne(queue, run));
      await queue.fail(poison, "broke at 1", { counts: true });
      for (let attempt = 2; attempt <= RETRY_LIMIT + 1; attempt++) {
        const again = await takeOne(queue, run);
        expect(again).toMatchObject({ task: poison.task, attempt });
        expect(await queue.fail(again, `broke at ${attempt}`, { counts: true })).toBe(true);
      }
      expect(await queue.take(run, 1)).toEqual([]);
      const dead = [{ id: poison.id, task: poison.task, reason: `broke at ${RETRY_LIMIT + 1}` }];
      expect(await queue.states(run)).toEqual({ waiting: 0, taken: 0, done: 1, dead });
    });

    test("a task that is given back has not failed, however often", async () => {
      const { queue, run } = await begin();
      await queue.add(run, named(1));
      await queue.fail(await takeOne(queue, run), "broke", { counts: true });
      for (let time = 0; time < RETRY_LIMIT + 3; time++) {
        const task = await takeOne(queue, run);
        expect(task.attempt).toBe(2);
        expect(await queue.fail(task, "the worker stops", { counts: false })).toBe(true);
      }
      expect(await queue.states(run)).toEqual({ waiting: 1, taken: 0, done: 0, dead: [] });
    });

    test("a task whose lease ran out goes to another, and the first has no say any more", async () => {
      const { queue, run, letLeasesRunOut } = await begin();
      await queue.add(run, named(1));
      const first = await takeOne(queue, run);
      expect(await queue.take(run, 1)).toEqual([]);
      await letLeasesRunOut();
      const second = await takeOne(queue, run);
      expect([second.id, second.attempt]).toEqual([first.id, 2]);
      expect(await queue.renew([first])).toEqual([]);
      expect(await queue.finish(first)).toBe(false);
      expect(await queue.fail(first, "late", { counts: true })).toBe(false);
      expect(await queue.fail(first, "late", { counts: false })).toBe(false);
      expect(await queue.renew([second])).toEqual([second]);
      expect(await queue.finish(second)).toBe(true);
    });

    test("a task that takes its workers down with it dies", async () => {
      const { queue, run, letLeasesRunOut } = await begin();
      await queue.add(run, named(1));
      for (let attempt = 0; attempt <= RETRY_LIMIT; attempt++) {
        await takeOne(queue, run);
        await letLeasesRunOut();
      }
      expect(await queue.take(run, 1)).toEqual([]);
      const { dead } = await queue.states(run);
      expect(dead).toMatchObject([{ task: "task-0", reason: LEASE_RAN_OUT }]);
    });
  });
}
