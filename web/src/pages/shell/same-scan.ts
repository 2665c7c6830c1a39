import type { ScanBrief } from "../../../../src/site/site-ports.ts";

/**
 * Finds the scan that another reader's address means. `view` names a run and its scan; a mailed report names only the
 * scan, because it names no run. Returns null if no scan or more than one has that name.
 */
export function sameScan(
  named: string,
  scans: readonly Pick<ScanBrief, "scan" | "scan_id" | "run_id">[],
): string | null {
  const [run, scanId = run] = named.split("~");
  const isOfRun = named.includes("~");
  // A scan of another run is another scan, even if both were made alike.
  const same = scans.filter((it) => it.scan_id === scanId && (!isOfRun || it.run_id === null));
  return same.length === 1 ? (same[0]?.scan ?? null) : null;
}
