import { RunId } from "../schema/ids.ts";
import { listNames } from "./list-names.ts";
import { pathExists } from "./path-exists.ts";
import { type RunDirectory, runDirectory, SCANS_NAME } from "./run-directory.ts";

export interface ListedRun {
  readonly run_id: RunId;
  readonly path: string;
  readonly has_manifest: boolean;
  readonly scans: readonly RunId[];
}

/** The runs below `results`, by code unit; none where the folder is missing. */
export async function listRuns(results: string): Promise<readonly ListedRun[]> {
  const runs: ListedRun[] = [];
  for (const name of (await listNames(results)).folders) {
    const runId = RunId.safeParse(name);
    if (!runId.success || name === SCANS_NAME) continue;
    const paths = runDirectory(results, runId.data);
    if (!(await pathExists(paths.runPlan))) continue;
    runs.push({
      run_id: runId.data,
      path: paths.path,
      has_manifest: await pathExists(paths.runManifest),
      scans: await listScans(paths),
    });
  }
  return runs;
}

/** The planned scans of one run, by code unit. */
export async function listScans(run: RunDirectory): Promise<readonly RunId[]> {
  const scans: RunId[] = [];
  for (const name of (await listNames(run.scans)).folders) {
    const scanId = RunId.safeParse(name);
    if (scanId.success && (await pathExists(run.scan(scanId.data).scanPlan))) scans.push(scanId.data);
  }
  return scans;
}
