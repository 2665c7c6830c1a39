import type { Executor } from "../../executor/executor.ts";
import { createInProcessExecutor } from "../../executor/in-process.ts";
import { transcriptThreads } from "../../transcript-work.ts";
import type { BenchContext } from "../bench-context.ts";
import type { WorkersOption } from "../bench-options.ts";
import { apiErrors } from "../errors.ts";

/** More than any machine has cores for; beyond it a typing error is likelier. */
const MOST_WORKERS = 256;

/**
 * Of tasks that ask nobody: one computes while another reads its file. More would compute no faster, and what each of
 * them holds would live until memory is next cleaned up from top to bottom.
 */
const COMPUTED_AT_A_TIME = 2;

/** Work by an executor that has as many threads as were asked for, until it is done. */
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

/** A job that could be done elsewhere asks no model. */
function computingApart(asking: Executor): Executor {
  const computing = createInProcessExecutor({ concurrency: COMPUTED_AT_A_TIME });
  return {
    run: (job, signal) => (job.elsewhere === undefined ? asking : computing).run(job, signal),
  };
}
