import { findScan } from "../store/find-scan.ts";
import { openRun, type RunStore } from "../store/run-store.ts";
import type { ScanStore } from "../store/scan-store.ts";
import type { Workshop } from "./workshop.ts";

/** A finished scan, for reading. */
export async function openScan(
  workshop: Workshop,
  path: string,
): Promise<{ readonly run: RunStore; readonly scan: ScanStore }> {
  const found = await findScan(path, workshop.results);
  const run = await openRun({ results: found.results, runId: found.runId, mode: "read" });
  return { run, scan: run.scan(found.scanId) };
}
