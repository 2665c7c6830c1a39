import { RunId } from "../schema/ids.ts";
import type { ScanPlan } from "../schema/scan-plan.ts";
import type { RunStore } from "./run-store.ts";
import type { ScanStore } from "./scan-store.ts";

const HASH_DIGITS = 12;

/** Names a scan after what determines it: the same settings continue the same scan, others begin their own. */
export async function keepScanPlan(run: RunStore, plan: ScanPlan): Promise<ScanStore> {
  const scan = run.scan(
    RunId.parse(`${plan.profile}-${plan.fingerprints.scoring.hash.slice(0, HASH_DIGITS)}`),
  );
  await scan.writePlan(plan);
  return scan;
}
