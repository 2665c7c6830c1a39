import { afterEach, expect, test } from "vitest";
import { contractJob, describeExecutorContract } from "./executor.contract.ts";
import { createInProcessExecutor } from "./in-process.ts";
import { createThreadExecutor, type ThreadExecutor } from "./threads.ts";

const open: ThreadExecutor[] = [];

function create(threads: number): ThreadExecutor {
  const executor = createThreadExecutor({
    threads,
    tasksPerThread: 1,
    table: {
      module: new URL("./contract-handlers.fixture.ts", import.meta.url).href,
      name: "tableOfContract",
      world: null,
    },
    others: createInProcessExecutor({ concurrency: 1 }),
  });
  open.push(executor);
  return executor;
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((executor) => executor.close()));
});

describeExecutorContract("threads", create);

const never = new AbortController().signal;
const tasks = [0, 1, 2].map((input) => ({ id: `task-${input}`, input }));

test("a thread that dies ends the job with an error that says what to do", async () => {
  const dying = create(2).run(contractJob("dying", tasks), never);
  await expect(Array.fromAsync(dying)).rejects.toMatchObject({
    code: "IB_THREAD_DIED",
    message: "One of 2 workers died: it ended with 3",
    hint: expect.stringContaining("fewer `workers`"),
  });
});

test("a job whose handler has a name that nobody knows is a bug, and not done in silence", async () => {
  const job = { ...contractJob<number, number>("tenfold", tasks), elsewhere: { kind: "other", setup: null } };
  await expect(Array.fromAsync(create(2).run(job, never))).rejects.toThrow("has no handler called other");
});

test("a job without a name is done here", async () => {
  const seen: number[] = [];
  const handler = async (input: number) => seen.push(input);
  expect(await Array.fromAsync(create(2).run({ tasks, handler }, never))).toEqual([1, 2, 3]);
  expect(seen).toEqual([0, 1, 2]);
});

test("the same threads do one job after the other", async () => {
  const executor = create(2);
  for (let round = 0; round < 3; round += 1)
    expect(await Array.fromAsync(executor.run(contractJob("tenfold", tasks), never))).toEqual([0, 10, 20]);
});
