import { basename, join, resolve } from "node:path";
import { hasCode } from "../kernel/errors.ts";

import { listScans, locateRun } from "../store/find.ts";
import { REVIEWS_NAME, runDirectory, runDirectoryAt } from "../store/layout.ts";
import {
  type CutDeletion,
  cutDeletions,
  deleteRunFolder,
  finishDeletions,
  type Redaction,
  redactRunFolder,
} from "../store/remove-run.ts";
import { listTranscripts } from "../store/run-store.ts";
import { type BenchContext, lockOptions } from "./bench-context.ts";
import { type Stoppable, signalOf, type TakingOver } from "./bench-options.ts";
import { forgetRun, queuesHolding, type ReachingQueue } from "./fleet/forget-run.ts";

/** Contents that removing a run deletes. */
export interface RunExtent {
  readonly runId: string;
  readonly directory: string;
  readonly transcripts: number;
  readonly scans: number;
  /** Queue databases with rows of the run, as far as its folder knows; removal includes them. */
  readonly queues: readonly string[];
}

export type RedactedRun = Redaction & Pick<RunExtent, "runId" | "directory" | "queues">;

/** Measures a run before its removal, including one whose earlier removal was interrupted. */
export async function measureRun(context: BenchContext, run: string): Promise<RunExtent> {
  const cut = await cutDeletionOf(context, run);
  if (cut !== null) return extentOf(cut.runId, cut.path);
  const { results, runId } = await locateRun(run, context.results);
  return extentOf(runId, runDirectory(results, runId).path);
}

async function extentOf(runId: string, directory: string): Promise<RunExtent> {
  const paths = runDirectoryAt(directory);
  const [transcripts, scans] = [await listTranscripts(paths.transcripts), await listScans(paths)];
  const queues = await queuesHolding(directory);
  return { runId, directory, transcripts: transcripts.length, scans: scans.length, queues };
}

/** Returns `null` if the run exists, or if no deletion of that name was begun. */
async function cutDeletionOf({ results }: BenchContext, run: string): Promise<CutDeletion | null> {
  const isThere = await locateRun(run, results).then(
    () => true,
    (error: unknown) => {
      if (hasCode(error, "IB_NO_SUCH_RUN")) return false;
      throw error;
    },
  );
  const named = basename(resolve(run));
  return isThere ? null : ((await cutDeletions(results)).find(({ runId }) => runId === named) ?? null);
}

/** Removes a run with everything made from it, or the rest of an interrupted removal. */
export async function deleteRun(
  context: BenchContext,
  run: string,
  options: TakingOver & ReachingQueue = {},
): Promise<RunExtent> {
  const extent = await measureRun(context, run);
  if ((await cutDeletionOf(context, run)) !== null) {
    await finishDeletions(context.results);
    return extent;
  }
  const { results, runId } = await locateRun(run, context.results);
  await deleteRunFolder({
    results,
    runId,
    reviews: reviewFolders(results),
    otherResults: [context.results],
    removeElsewhere: () => forgetRun(context, extent, options),
    ...lockOptions(context, options),
  });
  return extent;
}

/** Replaces the texts of a run by hashes; verdicts and scores stay. */
export async function redactRun(
  context: BenchContext,
  run: string,
  options: Stoppable & TakingOver & ReachingQueue = {},
): Promise<RedactedRun> {
  const { results, runId } = await locateRun(run, context.results);
  const directory = runDirectory(results, runId).path;
  const queues = await queuesHolding(directory);
  const redaction = await redactRunFolder(
    {
      results,
      runId,
      reviews: reviewFolders(results),
      otherResults: [context.results],
      removeElsewhere: () => forgetRun(context, { runId, directory }, options),
      ...lockOptions(context, options),
    },
    signalOf(options),
  );
  return { runId, directory, queues, ...redaction };
}

/** Default folders of batches. */
export function reviewFolders(results: string): readonly string[] {
  return [...new Set([REVIEWS_NAME, results, join(results, REVIEWS_NAME)].map((path) => resolve(path)))];
}
