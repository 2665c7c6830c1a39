import { findScan } from "../store/find-scan.ts";
import { openJointScan } from "../store/joint-runs.ts";
import { openRun } from "../store/run-store.ts";
import { type ScanHome, scanHomeOf } from "../store/scan-home.ts";
import type { ScanStore } from "../store/scan-store.ts";
import type { Workshop } from "./workshop.ts";

/** A finished scan of one run or of several, for reading. */
export async function openScan(
  workshop: Workshop,
  path: string,
): Promise<{ readonly run: ScanHome; readonly scan: ScanStore }> {
  const { results, runId, scanId } = await findScan(path, workshop.results);
  if (runId === null) return openJointScan(results, scanId);
  const run = await openRun({ results, runId, mode: "read" });
  return { run: scanHomeOf(run), scan: run.scan(scanId) };
}
