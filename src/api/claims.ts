import { type CheckClaim, claimStatus } from "../domain/claims.ts";
import type { CheckId } from "../schema/ids.ts";
import { readCalibration } from "../store/earlier-measurements.ts";
import type { BenchContext } from "./bench-context.ts";

/** What may be claimed of each check. */
export interface ClaimReport {
  /** Whose verdicts were compared with people's labels; `null` where none were. */
  readonly judge: string | null;
  readonly checks: readonly (CheckClaim & { readonly check: CheckId })[];
}

/** From the corpus's own calibration; a corpus without one has nothing that may be claimed. */
export async function claimReport(workshop: BenchContext): Promise<ClaimReport> {
  const { checks } = await workshop.corpus();
  const status = await readCalibration(workshop.corpusRoot);
  return {
    judge: status?.judge ?? null,
    checks: [...checks.keys()].map((check) => ({ check, ...claimStatus(check, status) })),
  };
}

export async function claimOf(workshop: BenchContext, checkId: CheckId): Promise<CheckClaim> {
  return claimStatus(checkId, await readCalibration(workshop.corpusRoot));
}
