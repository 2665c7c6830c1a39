import type { ScanBrief } from "../schema/site-index.ts";
import { modelBriefs } from "./model-briefs.ts";
import type { ScanFacts } from "./scan-facts.ts";

/** A scan in the list of scans; its verdicts need not have been read. */
export function briefScan(
  facts: Pick<ScanFacts, "scan" | "scanId" | "runId" | "createdAt" | "summary" | "scorecards">,
): ScanBrief {
  const { scan, scanId, runId, createdAt, summary, scorecards } = facts;
  return {
    scan,
    scan_id: scanId,
    run_id: runId,
    profile: summary.profile,
    judge: summary.judge,
    simulated: summary.simulated,
    private: summary.private ?? false,
    models: [...modelBriefs(facts)],
    conversations: scorecards.length,
    created_at: createdAt,
  };
}
