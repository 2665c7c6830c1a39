import { basename, join, resolve } from "node:path";
import { hasCode } from "../kernel/errors.ts";
import { RunId } from "../schema/ids.ts";
import { listScans, locateRun } from "../store/find.ts";
import { REVIEWS_NAME, runDirectory, runDirectoryAt } from "../store/layout.ts";
import {
  type CutDeletion,
  cutDeletions,
  deleteRunFolder,
  finishDeletions,
  measureBeside,
} from "../store/remove-run.ts";
import { listTranscripts } from "../store/run-store.ts";
import { type BenchContext, lockOptions } from "./bench-context.ts";
import type { TakingOver } from "./bench-options.ts";
import { forgetRun, queuesHolding, type ReachingQueue } from "./fleet/forget-run.ts";

/** Contents that removing a run deletes. */
export interface RunExtent {
  readonly runId: string;
  readonly directory: string;
  readonly transcripts: number;
  readonly scans: number;
  /** Number of scans outside its folder that quote it, joint scans included. */
  readonly scansBeside: number;
  /** Number of batches for annotators drawn from it. */
  readonly reviews: number;
  /** Queue databases with rows of the run, as far as its folder knows; removal includes them. */
  readonly queues: readonly string[];
}

export interface DeletedRun extends RunExtent {
  /** Number of its removed replies in the cache. */
  readonly cached: number;
}

/** Measures a run before its removal, including one whose earlier removal was interrupted. */
export async function measureRun(context: BenchContext, run: string): Promise<RunExtent> {
  const cut = await cutDeletionOf(context, run);
  if (cut !== null) return extentOf(context.results, cut.runId, cut.path);
  const { results, runId } = await locateRun(run, context.results);
  return extentOf(results, runId, runDirectory(results, runId).path);
}

async function extentOf(results: string, runId: string, directory: string): Promise<RunExtent> {
  const paths = runDirectoryAt(directory);
  const [transcripts, scans] = [await listTranscripts(paths.transcripts), await listScans(paths)];
  const queues = await queuesHolding(directory);
  const beside = await measureBeside({ results, runId: RunId.parse(runId), reviews: reviewFolders(results) });
  return {
    ...{ runId, directory, transcripts: transcripts.length, scans: scans.length },
    ...{ scansBeside: beside.scans, reviews: beside.reviews, queues },
  };
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
): Promise<DeletedRun> {
  const extent = await measureRun(context, run);
  if ((await cutDeletionOf(context, run)) !== null) {
    await finishDeletions(context.results);
    return { ...extent, cached: 0 };
  }
  const { results, runId } = await locateRun(run, context.results);
  const cached = await deleteRunFolder({
    results,
    runId,
    reviews: reviewFolders(results),
    otherResults: [context.results],
    removeElsewhere: () => forgetRun(context, extent, options),
    ...lockOptions(context, options),
  });
  return { ...extent, cached };
}

/** Default folders of batches. */
export function reviewFolders(results: string): readonly string[] {
  return [...new Set([REVIEWS_NAME, results, join(results, REVIEWS_NAME)].map((path) => resolve(path)))];
}
