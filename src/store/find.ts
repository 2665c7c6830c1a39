import { basename, dirname, join, resolve } from "node:path";
import { packOfScan } from "../domain/scenarios.ts";
import { BenchError } from "../kernel/errors.ts";
import { RunId } from "../schema/ids.ts";
import { storeErrors } from "./errors.ts";
import { listNames, pathExists } from "./file-system.ts";
import { readJournalEntries } from "./journal.ts";
import { type RunDirectory, runDirectory, SCANS_NAME, type ScanDirectory, scanDirectory } from "./layout.ts";

export interface FoundScan {
  readonly results: string;
  /** The argument for `openRun`, together with `results`; `null` for a scan of several runs. */
  readonly runId: RunId | null;
  readonly scanId: RunId;
}

/**
 * Finds a scan by path or name. Accepts a scan's directory, a run's directory if exactly one of its scans has results,
 * or the same as names below `results` (`RUN`, `RUN/SCAN`, `scans/SCAN`). `RUN` prefers a scan by the core's checks.
 * `RUN/PACK` is the scan by that pack's checks.
 */
export async function findScan(path: string, results: string): Promise<FoundScan> {
  const [runName, scanName, ...more] = path.split(/[\\/]/);
  const candidates = [path, join(results, path)];
  if (runName !== undefined && scanName !== undefined && more.length === 0) {
    candidates.push(join(results, runName, SCANS_NAME, scanName));
  }
  for (const candidate of candidates) {
    const found = (await asScan(candidate)) ?? (await asRun(candidate));
    if (found !== undefined) return found;
  }
  for (const candidate of [path, join(results, path)]) {
    const found = await asRun(dirname(candidate), basename(candidate));
    if (found !== undefined) return found;
  }
  throw storeErrors.IB_NO_SUCH_SCAN(
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

/** @param pack the pack whose checks are meant; `null` for the core's */
async function asRun(path: string, pack: string | null = null): Promise<FoundScan | undefined> {
  const run = asRunDirectory(resolve(path));
  if (run === undefined || !(await pathExists(run.paths.runPlan))) return undefined;
  const scans = await listScans(run.paths);
  const wanted = scans.filter((id) => packOfScan(id) === pack);
  const [scanId, ...others] = wanted.length > 0 || pack !== null ? wanted : scans;
  if (scanId === undefined && pack !== null) return undefined;
  if (scanId === undefined) {
    throw storeErrors.IB_NO_SUCH_SCAN(
      `${path} has no scan yet.`,
      `Make one with \`bench.scan("${path}", { judge: "MODEL" })\`, or without a judge, by word lists alone, with \`bench.scan("${path}", { profile: "smoke" })\`.`,
    );
  }
  return {
    ...run.location,
    scanId: others.length === 0 ? scanId : await meantScan(path, run.paths, [scanId, ...others]),
  };
}

/** Chooses among several scans the one with results. Scans without any answer are ignored. */
async function meantScan(path: string, run: RunDirectory, scanIds: readonly RunId[]): Promise<RunId> {
  const scans = await Promise.all(scanIds.map(async (id) => ({ id, state: await stateOf(run.scan(id)) })));
  const begun = scans.filter(({ state }) => state !== "unanswered");
  const candidates = begun.length === 0 ? scans : begun;
  const [meant, ...others] = candidates;
  if (meant !== undefined && others.length === 0) return meant.id;
  throw storeErrors.IB_AMBIGUOUS_SCAN(
    path,
    candidates.map(({ id, state }) => ({
      path: join(path, SCANS_NAME, id),
      isFinished: state === "finished",
    })),
  );
}

async function stateOf(scan: ScanDirectory): Promise<"finished" | "begun" | "unanswered"> {
  // A scan under rejudging has lost its seal, but its earlier results are still there.
  if ((await pathExists(scan.seal)) || (await pathExists(scan.summaryJson))) return "finished";
  if (!(await pathExists(scan.journal))) return "unanswered";
  try {
    for await (const { value } of readJournalEntries(scan.journal))
      if (value.event === "replied") return "begun";
    return "unanswered";
  } catch (error) {
    // The error appears when the scan is opened; here the scan must not be skipped.
    if (error instanceof BenchError) return "begun";
    throw error;
  }
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

/** Finds a run by its directory, or by its name below `results`. */
export async function locateRun(
  path: string,
  results: string,
): Promise<{ readonly results: string; readonly runId: RunId }> {
  for (const candidate of [resolve(path), resolve(join(results, path))]) {
    const runId = RunId.safeParse(basename(candidate));
    if (!runId.success) continue;
    const folder = dirname(candidate);
    if (await pathExists(runDirectory(folder, runId.data).runPlan))
      return { results: folder, runId: runId.data };
  }
  throw storeErrors.IB_NO_SUCH_RUN(path);
}

export interface ListedRun {
  readonly run_id: RunId;
  readonly path: string;
  readonly has_manifest: boolean;
  readonly scans: readonly RunId[];
}

/** The runs below `results`, sorted by code unit; empty if the folder is missing. */
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

/** The planned scans of one run, sorted by code unit. */
export async function listScans(run: RunDirectory): Promise<readonly RunId[]> {
  const scans: RunId[] = [];
  for (const name of (await listNames(run.scans)).folders) {
    const scanId = RunId.safeParse(name);
    if (scanId.success && (await pathExists(run.scan(scanId.data).scanPlan))) scans.push(scanId.data);
  }
  return scans;
}
