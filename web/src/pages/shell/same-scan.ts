import type { ScanBrief } from "../../../../src/site/site-ports.ts";

/**
 * The scan that an address of another reader means: `view` names a run and its scan, a mailed report the scan alone,
 * since it names no run. null where none here has that name, or more than one.
 */
export function sameScan(
  named: string,
  scans: readonly Pick<ScanBrief, "scan" | "scan_id" | "run_id">[],
): string | null {
  const [run, scanId = run] = named.split("~");
  const isOfRun = named.includes("~");
  // One that names another run is another scan, also where both were made alike.
  const same = scans.filter((it) => it.scan_id === scanId && (!isOfRun || it.run_id === null));
  return same.length === 1 ? (same[0]?.scan ?? null) : null;
}
