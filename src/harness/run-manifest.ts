import { toolVersion } from "../kernel/tool-version.ts";
import type { RunId, Sha256 } from "../schema/ids.ts";
import type { Usage } from "../schema/journal.ts";
import { MANIFEST_VERSION, type RunManifest } from "../schema/manifest.ts";
import type { RunPlan } from "../schema/run-plan.ts";

/** How a run went, over all its legs. */
export function runManifest(input: {
  readonly runId: RunId;
  readonly plan: RunPlan;
  readonly complete: number;
  readonly finishedAt: string;
  readonly totals: {
    readonly legs: number;
    readonly replied: number;
    readonly failed: number;
    readonly lostInFlight: number;
    readonly usage: Usage;
    readonly startedAt: string | null;
  };
}): RunManifest {
  const { plan, totals } = input;
  const planned = plan.totals.conversations;
  return {
    schema_version: MANIFEST_VERSION,
    run_id: input.runId,
    tool_version: toolVersion(),
    node_version: process.versions.node,
    plan_hash: plan.fingerprint.hash as Sha256, // a fingerprint's hash is a SHA-256
    started_at: totals.startedAt ?? input.finishedAt,
    finished_at: input.finishedAt,
    legs: totals.legs,
    conversations: { planned, complete: input.complete, incomplete: planned - input.complete },
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
