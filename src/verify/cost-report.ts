import type { RunId } from "../schema/ids.ts";
import type { Usage } from "../schema/journal.ts";
import { type CostReport, MANIFEST_VERSION } from "../schema/manifest.ts";
import type { ScanPlan } from "../schema/scan-plan.ts";

/** The plan's estimate and, once the calls were made, what they came to. */
export function costReport(
  scanId: RunId,
  plan: ScanPlan,
  totals: {
    readonly replied: number;
    readonly failed: number;
    readonly lostInFlight: number;
    readonly usage: Usage;
  } | null,
): CostReport {
  const isFree = plan.judge === null || plan.judge.simulated;
  return {
    schema_version: MANIFEST_VERSION,
    scan_id: scanId,
    judge: plan.judge?.model_id ?? null,
    estimated_calls: plan.planned_llm_calls,
    estimated_cost_usd: plan.estimated_cost_usd?.expected ?? null,
    actual: totals && {
      calls: totals.replied,
      failed: totals.failed,
      lost_in_flight: totals.lostInFlight,
      usage: totals.usage,
      cost_usd: isFree ? 0 : null,
    },
  };
}
