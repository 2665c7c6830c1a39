import { join } from "node:path";
import { type CheckClaim, claimStatus } from "../calibrate/claim-status.ts";
import { CALIBRATION_STATUS_VERSION, CalibrationStatus } from "../schema/calibration-status.ts";
import type { CheckId } from "../schema/ids.ts";
import { pathExists } from "../store/path-exists.ts";
import { readJsonArtifact } from "../store/read-artifact.ts";
import type { Workshop } from "./workshop.ts";

/** What may be claimed of each check. */
export interface ClaimReport {
  /** Whose verdicts were compared with people's labels; `null` where none were. */
  readonly judge: string | null;
  readonly checks: readonly (CheckClaim & { readonly check: CheckId })[];
}

/** From the corpus's own calibration; a corpus without one has nothing that may be claimed. */
export async function claimReport(workshop: Workshop): Promise<ClaimReport> {
  const { checks } = await workshop.corpus();
  const status = await readStatus(workshop);
  return {
    judge: status?.judge ?? null,
    checks: [...checks.keys()].map((check) => ({ check, ...claimStatus(check, status) })),
  };
}

export async function claimOf(workshop: Workshop, checkId: CheckId): Promise<CheckClaim> {
  return claimStatus(checkId, await readStatus(workshop));
}

async function readStatus({ corpusRoot }: Workshop): Promise<CalibrationStatus | null> {
  const path = join(corpusRoot, "calibration", "status.json");
  return (await pathExists(path))
    ? readJsonArtifact(path, CalibrationStatus, CALIBRATION_STATUS_VERSION)
    : null;
}
