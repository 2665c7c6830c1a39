import type { Executor } from "../../executor/executor.ts";
import { createInProcessExecutor } from "../../executor/in-process.ts";
import { transcriptThreads } from "../../transcript-work.ts";
import type { BenchContext } from "../bench-context.ts";
import type { WorkersOption } from "../bench-options.ts";
import { apiErrors } from "../errors.ts";

/** More than any machine's number of cores; a higher number is likely a typing error. */
const MOST_WORKERS = 256;

/**
 * Tasks that ask no model: one computes while another reads its file. More would compute no faster, and hold their
 * memory until the next full garbage collection.
 */
const COMPUTED_AT_A_TIME = 2;

/** Runs work on an executor with the requested number of threads, and closes it at the end. */
export async function withWorkers<Result>(
  context: Pick<BenchContext, "corpus">,
  { workers = 1 }: WorkersOption,
  alone: Executor,
  work: (executor: Executor) => Promise<Result>,
): Promise<Result> {
  assertWorkers(workers);
  if (workers === 1) return work(computingApart(alone));
  const { createThreadExecutor } = await import("../../executor/threads.ts");
  const table = transcriptThreads(await context.corpus());
  const executor = createThreadExecutor({ threads: workers, table, others: alone });
  try {
    return await work(executor);
  } finally {
    await executor.close();
  }
}

export function assertWorkers(workers: number): void {
  if (!Number.isInteger(workers) || workers < 1 || workers > MOST_WORKERS)
    throw apiErrors.IB_BAD_WORKERS(workers, MOST_WORKERS);
}

/** Runs jobs that ask no model on an executor of their own; jobs with `elsewhere` are such. */
function computingApart(asking: Executor): Executor {
  const computing = createInProcessExecutor({ concurrency: COMPUTED_AT_A_TIME });
  return {
    run: (job, signal) => (job.elsewhere === undefined ? asking : computing).run(job, signal),
  };
}
