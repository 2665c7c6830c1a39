import type { Clock } from "../kernel/clock.ts";
import { toolVersion } from "../kernel/tool-version.ts";
import type { RunId } from "../schema/ids.ts";
import type { Usage } from "../schema/journal.ts";
import { MANIFEST_VERSION, type RunManifest } from "../schema/manifest.ts";
import type { RunPlan } from "../schema/run-plan.ts";

/** What a journal adds up to, over all legs of a run. */
interface RunTotals {
  readonly legs: number;
  readonly replied: number;
  readonly failed: number;
  readonly lostInFlight: number;
  readonly usage: Usage;
  readonly startedAt: string | null;
}

/** How a run went, now that it has come to its end. */
export function runManifest(
  runId: RunId,
  plan: RunPlan,
  complete: number,
  totals: RunTotals,
  clock: Clock,
): RunManifest {
  const finishedAt = new Date(clock.now()).toISOString();
  const planned = plan.totals.conversations;
  return {
    schema_version: MANIFEST_VERSION,
    run_id: runId,
    tool_version: toolVersion(),
    node_version: process.versions.node,
    plan_hash: plan.fingerprint.hash,
    started_at: totals.startedAt ?? finishedAt,
    finished_at: finishedAt,
    legs: totals.legs,
    conversations: { planned, complete, incomplete: planned - complete },
    target: {
      calls: totals.replied,
      failed: totals.failed,
      lost_in_flight: totals.lostInFlight,
      usage: totals.usage,
      // Only simulated models can be asked so far, and they are free.
      cost_usd: plan.models.every((model) => model.simulated) ? 0 : null,
    },
  };
}
