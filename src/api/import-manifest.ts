import { toolVersion } from "../kernel/tool-version.ts";
import type { RunId } from "../schema/ids.ts";
import type { ImportPlan } from "../schema/import-plan.ts";
import { MANIFEST_VERSION, type RunManifest } from "../schema/manifest.ts";

/** How an import went: no model was asked, and nothing was spent. */
export function importManifest(
  runId: RunId,
  plan: ImportPlan,
  complete: number,
  time: { readonly begun: number; readonly finished: number },
): RunManifest {
  const { conversations: planned } = plan.totals;
  return {
    schema_version: MANIFEST_VERSION,
    run_id: runId,
    tool_version: toolVersion(),
    node_version: process.versions.node,
    plan_hash: plan.fingerprint.hash,
    started_at: new Date(time.begun).toISOString(),
    finished_at: new Date(time.finished).toISOString(),
    legs: 1,
    conversations: { planned, complete, incomplete: planned - complete },
    private: true,
    corpus_hash: plan.corpus.hash,
    target: {
      calls: 0,
      failed: 0,
      lost_in_flight: 0,
      retries: 0,
      usage: { input_tokens: 0, cached_tokens: 0, output_tokens: 0, reasoning_tokens: 0 },
      cost_usd: 0,
    },
  };
}
