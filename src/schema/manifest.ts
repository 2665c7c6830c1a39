import * as z from "zod";
import { RunId, Sha256 } from "./ids.ts";
import { Usage } from "./journal.ts";

export const MANIFEST_VERSION = 1;

export const StageTotals = z.strictObject({
  calls: z.int().min(0),
  failed: z.int().min(0),
  lost_in_flight: z.int().min(0),
  usage: Usage,
  cost_usd: z.number().nullable().meta({ description: "null where a price is unknown." }),
});
export type StageTotals = z.infer<typeof StageTotals>;

/** `run_manifest.json`: how a run went, over all its legs. */
export const RunManifest = z
  .strictObject({
    schema_version: z.literal(MANIFEST_VERSION),
    run_id: RunId,
    tool_version: z.string(),
    node_version: z.string(),
    plan_hash: Sha256,
    started_at: z.iso.datetime(),
    finished_at: z.iso.datetime(),
    legs: z.int().min(1),
    conversations: z.strictObject({ planned: z.int(), complete: z.int(), incomplete: z.int() }),
    target: StageTotals,
  })
  .meta({ id: "RunManifest" });
export type RunManifest = z.infer<typeof RunManifest>;

/** `cost_report.json`: the estimate, and after the scan the actual beside it. */
export const CostReport = z
  .strictObject({
    schema_version: z.literal(MANIFEST_VERSION),
    scan_id: RunId,
    judge: z.string().nullable(),
    estimated_calls: z.strictObject({ min: z.int(), expected: z.int(), max: z.int() }),
    estimated_cost_usd: z.number().nullable(),
    actual: StageTotals.nullable(),
  })
  .meta({ id: "CostReport" });
export type CostReport = z.infer<typeof CostReport>;
