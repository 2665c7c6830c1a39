import { basename, dirname, join, resolve } from "node:path";
import { RunId } from "../schema/ids.ts";
import { AmbiguousScanError } from "./ambiguous-scan-error.ts";
import { listScans } from "./list-runs.ts";
import { NoSuchScanError } from "./no-such-scan-error.ts";
import { pathExists } from "./path-exists.ts";
import { type RunDirectory, runDirectory, SCANS_NAME, scanDirectory } from "./run-directory.ts";

export interface FoundScan {
  readonly results: string;
  /** With `results` what `openRun` asks for; `null` for a scan of several runs. */
  readonly runId: RunId | null;
  readonly scanId: RunId;
}

/**
 * The scan a person means: a scan's directory, a run's directory if it has exactly one scan, or the same
 * as names below `results` (`RUN`, `RUN/SCAN`, `scans/SCAN`).
 */
export async function findScan(path: string, results = "results"): Promise<FoundScan> {
  const [runName, scanName, ...more] = path.split(/[\\/]/);
  const candidates = [path, join(results, path)];
  if (runName !== undefined && scanName !== undefined && more.length === 0) {
    candidates.push(join(results, runName, SCANS_NAME, scanName));
  }
  for (const candidate of candidates) {
    const found = (await asScan(candidate)) ?? (await asRun(candidate));
    if (found !== undefined) return found;
  }
  throw new NoSuchScanError(
    (await pathExists(path)) ? `${path} is neither a scan nor a run.` : `There is no scan ${path}.`,
  );
}

async function asScan(path: string): Promise<FoundScan | undefined> {
  const scans = dirname(resolve(path));
  const scanId = RunId.safeParse(basename(resolve(path)));
  if (basename(scans) !== SCANS_NAME || !scanId.success) return undefined;
  if (!(await pathExists(scanDirectory(resolve(path)).scanPlan))) return undefined;
  const run = asRunDirectory(dirname(scans));
  if (run !== undefined && (await pathExists(run.paths.runPlan)))
    return { ...run.location, scanId: scanId.data };
  return { results: dirname(scans), runId: null, scanId: scanId.data };
}

async function asRun(path: string): Promise<FoundScan | undefined> {
  const run = asRunDirectory(resolve(path));
  if (run === undefined || !(await pathExists(run.paths.runPlan))) return undefined;
  const [scanId, ...others] = await listScans(run.paths);
  if (scanId === undefined) {
    throw new NoSuchScanError(`${path} has no scan yet.`, `Make one with \`invisiblebench scan ${path}\`.`);
  }
  if (others.length > 0) {
    throw new AmbiguousScanError(
      path,
      [scanId, ...others].map((id) => join(path, SCANS_NAME, id)),
    );
  }
  return { ...run.location, scanId };
}

interface RunCandidate {
  readonly paths: RunDirectory;
  readonly location: Omit<FoundScan, "scanId">;
}

function asRunDirectory(path: string): RunCandidate | undefined {
  const runId = RunId.safeParse(basename(path));
  if (!runId.success) return undefined;
  const results = dirname(path);
  return {
    paths: runDirectory(results, runId.data),
    location: { results, runId: runId.data },
  };
}
