import type { CheckId } from "../schema/ids.ts";
import { type CalibrationStatus, missingForClaim } from "../schema/review/calibration-status.ts";

/** Whether a check's rates may be claimed in public, and what is missing. */
export interface CheckClaim {
  readonly claim_ready: boolean;
  readonly missing: readonly string[];
}

/** Without a status nothing may be claimed. */
export function claimStatus(checkId: CheckId, status: CalibrationStatus | null): CheckClaim {
  const missing = missingForClaim(status?.checks[checkId]);
  return { claim_ready: missing.length === 0, missing };
}
