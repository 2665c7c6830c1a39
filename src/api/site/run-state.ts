import type { RunState } from "../../schema/site-index.ts";
import { isRunHeld } from "../../store/is-run-held.ts";
import { listScans } from "../../store/list-runs.ts";
import { pathExists } from "../../store/path-exists.ts";
import type { RunDirectory } from "../../store/run-directory.ts";

/**
 * How a run with its scans stands as a whole, from which files there are: no journal is read for it. It runs for as
 * long as a living process holds it, since between two stages nothing is over.
 */
export async function readRunState(run: RunDirectory): Promise<RunState> {
  if (await isRunHeld(run.path)) return "running";
  const isRunFinished = await pathExists(run.runManifest);
  if (!isRunFinished) return (await pathExists(run.journal)) ? "interrupted" : "planned";
  for (const scanId of await listScans(run)) {
    const { journal, summaryJson } = run.scan(scanId);
    const isCutShort = (await pathExists(journal)) && !(await pathExists(summaryJson));
    if (isCutShort) return "interrupted";
  }
  return "finished";
}
