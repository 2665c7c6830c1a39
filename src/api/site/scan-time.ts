import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { ScanStore } from "../../store/scan-store.ts";

/** When a scan's summary was written; `null` where it is not finished. */
export async function scanTime(scan: ScanStore): Promise<string | null> {
  const file = await stat(join(scan.directory, "summary.json"), { throwIfNoEntry: false });
  return file?.mtime.toISOString() ?? null;
}
