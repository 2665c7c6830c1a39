import * as z from "zod";
import { ModelId, PackName, PrivateMark, RunId, Sha256 } from "../ids.ts";
import { Usage } from "./journal.ts";

export const MANIFEST_VERSION = 1;

export const StageTotals = z.strictObject({
  calls: z.int().min(0),
  failed: z.int().min(0),
  lost_in_flight: z.int().min(0),
  retries: z.int().min(0).optional(),
  from_cache: z.int().min(0).optional(),
  asked_again: z
    .strictObject({ calls: z.int().min(0), failed: z.int().min(0) })
    .optional()
    .meta({
      description:
        "Calls that were made once more: what they had come to before, which is in no other count here. Their cost and tokens are in the sums. Absent if none.",
    }),
  unmetered: z
    .int()
    .min(1)
    .optional()
    .meta({ description: "Replies whose tokens nobody knows; absent if none." }),
  usage: Usage,
  cost_usd: z
    .number()
    .nullable()
    .meta({ description: "As far as it is known; null where a price is unknown." }),
  at_most_usd: z.number().optional().meta({
    description:
      "Where it may be more: attempts whose outcome nobody saw, and replies without a count of tokens.",
  }),
});
export type StageTotals = z.infer<typeof StageTotals>;

/** Actual totals of one model's calls, with the plan's. */
const AskedModel = StageTotals.extend({
  estimated_cost_usd: z.number().nullable(),
  resolved_models: z.array(z.string()),
  warnings: z.array(z.string()),
});

/** `run_manifest.json`: the course of a run, over all its invocations. */
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
    private: PrivateMark,
    pack: PackName.optional(),
    corpus_hash: Sha256.optional(),
    wall_time_ms: z.int().min(0).optional().meta({ description: "Of all legs." }),
    target: StageTotals,
    stale_lines: z.int().min(1).optional().meta({
      description:
        "Lines of a process that had lost the run to another: they decide nothing, and what they cost is counted. Absent: none.",
    }),
    by_model: z.record(ModelId, AskedModel).optional(),
    router: AskedModel.extend({ model_id: ModelId })
      .optional()
      .meta({ description: "Who chose the branches; its calls are in no other number here." }),
  })
  .meta({ id: "RunManifest" });
export type RunManifest = z.infer<typeof RunManifest>;

const TokenSplit = z.strictObject({
  uncached: z.int().min(0).meta({ description: "Input at its full price, or written into a cache." }),
  cached: z.int().min(0).meta({ description: "Input read from a cache." }),
  output: z.int().min(0).meta({ description: "With hidden reasoning." }),
});

/** Percent by which the actual exceeds the estimate; null if there is nothing to compare with. */
const DifferencePercent = z.strictObject({
  calls: z.number().nullable(),
  uncached: z.number().nullable(),
  cached: z.number().nullable(),
  output: z.number().nullable(),
  cost_usd: z.number().nullable(),
});

/** Totals of a scan's calls, over all its invocations. */
export const ScanCost = StageTotals.extend({
  tokens: TokenSplit.extend({ reasoning: z.int().min(0) }).optional(),
  by_stage: z.strictObject({ judge: StageTotals }).optional(),
  by_model: z
    .record(
      ModelId,
      StageTotals.extend({
        warnings: z.array(z.string()).optional().meta({
          description:
            "What a judge did not do as asked, or that its tokens are not known; absent if nothing.",
        }),
      }),
    )
    .optional(),
  difference_percent: DifferencePercent.optional(),
});
export type ScanCost = z.infer<typeof ScanCost>;

/** `cost_report.json`: the estimate, and after the scan the actual cost. */
export const CostReport = z
  .strictObject({
    schema_version: z.literal(MANIFEST_VERSION),
    scan_id: RunId,
    judge: z.string().nullable(),
    estimated_calls: z.strictObject({ min: z.int(), expected: z.int(), max: z.int() }),
    estimated_tokens: TokenSplit.optional(),
    estimated_cost_usd: z.number().nullable(),
    actual: ScanCost.nullable(),
  })
  .meta({ id: "CostReport" });
export type CostReport = z.infer<typeof CostReport>;
