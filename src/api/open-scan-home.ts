import { openJointRuns } from "../store/joint-runs.ts";
import { locateRun } from "../store/locate-run.ts";
import { openRun } from "../store/run-store.ts";
import { RunsApartError } from "../store/runs-apart-error.ts";
import { type ScanHome, scanHomeOf } from "../store/scan-home.ts";
import type { Workshop } from "./workshop.ts";

/** To be judged: a run that is locked meanwhile, or runs that are only read. */
export async function openScanHome(
  workshop: Workshop,
  runPaths: readonly string[],
): Promise<{ readonly home: ScanHome; readonly close: () => Promise<void> }> {
  const located = await Promise.all(runPaths.map((path) => locateRun(path, workshop.results)));
  const [first] = located;
  if (first === undefined) throw new Error("a scan needs a run");
  const { results, runId } = first;
  const runIds = [...new Set(located.map((run) => run.runId))];
  const folders = [...new Set(located.map((run) => run.results))];
  if (folders.length > 1) throw new RunsApartError(folders);
  if (runIds.length === 1) {
    const run = await openRun({ results, runId, mode: "resume" });
    return { home: scanHomeOf(run), close: () => run.close() };
  }
  const runs = await openJointRuns({ results, runIds, mode: "write" });
  return { home: runs, close: () => runs.close() };
}
