import { join } from "node:path";
import type { ScanStore } from "../../store/scan-store.ts";
import { statIfThere } from "../../store/stat-if-there.ts";

/** When a scan's summary was written; `null` where it is not finished. */
export async function scanTime(scan: ScanStore): Promise<string | null> {
  const file = await statIfThere(join(scan.directory, "summary.json"));
  return file?.mtime.toISOString() ?? null;
}
