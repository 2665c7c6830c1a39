import { deleteRun as deleteRunFolder } from "../store/delete-run.ts";
import { listScans } from "../store/list-runs.ts";
import { locateRun } from "../store/locate-run.ts";
import { type Redaction, redactRun as redactRunFolder } from "../store/redact-run.ts";
import { runDirectory } from "../store/run-directory.ts";
import { openRun } from "../store/run-store.ts";
import type { Workshop } from "./workshop.ts";

/** What a run's removal takes away. */
export interface RunExtent {
  readonly runId: string;
  readonly directory: string;
  readonly transcripts: number;
  readonly scans: number;
}

export type RedactedRun = Redaction & Pick<RunExtent, "runId" | "directory">;

/** What there is of a run, for a person who is about to remove it. */
export async function measureRun(workshop: Workshop, run: string): Promise<RunExtent> {
  const { results, runId } = await locateRun(run, workshop.results);
  const store = await openRun({ results, runId, mode: "read" });
  const scans = await listScans(runDirectory(results, runId));
  const transcripts = await store.listTranscripts();
  return { runId, directory: store.directory, transcripts: transcripts.length, scans: scans.length };
}

/** Removes a run with everything that was made from it. */
export async function deleteRun(workshop: Workshop, run: string): Promise<RunExtent> {
  const extent = await measureRun(workshop, run);
  const { results, runId } = await locateRun(run, workshop.results);
  await deleteRunFolder(results, runId);
  return extent;
}

/** Replaces the texts of a run by hashes; verdicts and scores stay. */
export async function redactRun(workshop: Workshop, run: string, signal: AbortSignal): Promise<RedactedRun> {
  const { results, runId } = await locateRun(run, workshop.results);
  const redaction = await redactRunFolder(results, runId, signal);
  return { runId, directory: runDirectory(results, runId).path, ...redaction };
}
