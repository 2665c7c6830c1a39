import { ModelId, type RunId } from "../schema/ids.ts";
import type { Usage } from "../schema/run/journal.ts";
import {
  type CostReport,
  MANIFEST_VERSION,
  type ScanCost,
  type StageTotals,
} from "../schema/run/manifest.ts";
import type { ScanPlan } from "../schema/scan/scan-plan.ts";

interface CallTotals {
  readonly replied: number;
  readonly failed: number;
  readonly retries: number;
  readonly fromCache: number;
  readonly lostInFlight: number;
  readonly usage: Usage;
  readonly costUsd: number;
  readonly unpriced: number;
}

interface ScanTotals extends CallTotals {
  readonly byModel: ReadonlyMap<string, CallTotals>;
}

/** The plan's estimate and, once the calls were made, what they came to. */
export function costReport(scanId: RunId, plan: ScanPlan, totals: ScanTotals | null): CostReport {
  const { estimated_tokens: tokens } = plan;
  const estimate = {
    estimated_calls: plan.planned_llm_calls,
    estimated_tokens: {
      uncached: (tokens.uncached ?? tokens.input) + (tokens.cache_write ?? 0),
      cached: tokens.cache_read ?? 0,
      output: tokens.output,
    },
    estimated_cost_usd: plan.estimated_cost_usd?.expected ?? null,
  };
  return {
    schema_version: MANIFEST_VERSION,
    scan_id: scanId,
    judge: plan.judge?.model_id ?? null,
    ...estimate,
    actual: totals && actualCost(totals, estimate, plan.judge === null || plan.judge.simulated),
  };
}

function actualCost(
  totals: ScanTotals,
  estimate: {
    readonly estimated_calls: { readonly expected: number };
    readonly estimated_tokens: Readonly<Record<"uncached" | "cached" | "output", number>>;
    readonly estimated_cost_usd: number | null;
  },
  isFree: boolean,
): ScanCost {
  const all = stageTotals(totals, isFree);
  const { usage } = totals;
  const tokens = {
    uncached: Math.max(0, usage.input_tokens - usage.cached_tokens),
    cached: usage.cached_tokens,
    output: usage.output_tokens,
    reasoning: usage.reasoning_tokens,
  };
  const expected = estimate.estimated_tokens;
  return {
    ...all,
    tokens,
    by_stage: { judge: all },
    by_model: Object.fromEntries(
      [...totals.byModel].map(([model, ofModel]) => [ModelId.parse(model), stageTotals(ofModel, isFree)]),
    ),
    difference_percent: {
      calls: percentAbove(totals.replied + totals.failed, estimate.estimated_calls.expected),
      uncached: percentAbove(tokens.uncached, expected.uncached),
      cached: percentAbove(tokens.cached, expected.cached),
      output: percentAbove(tokens.output, expected.output),
      cost_usd: percentAbove(all.cost_usd, estimate.estimated_cost_usd),
    },
  };
}

function stageTotals(totals: CallTotals, isFree: boolean): StageTotals {
  return {
    calls: totals.replied,
    failed: totals.failed,
    lost_in_flight: totals.lostInFlight,
    retries: totals.retries,
    from_cache: totals.fromCache,
    usage: totals.usage,
    // A sum over replies of which some have no known price would be too small, and look exact.
    cost_usd: isFree ? 0 : totals.unpriced > 0 ? null : totals.costUsd,
  };
}

/** One decimal is all an estimate deserves. */
function percentAbove(actual: number | null, estimated: number | null): number | null {
  if (actual === null || estimated === null || estimated === 0) return null;
  return Math.round(((actual - estimated) / estimated) * 1000) / 10;
}
