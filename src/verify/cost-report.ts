import { type CallTotals, type StageCalls, stageTotals } from "../measure/call-count.ts";
import { callsMade } from "../measure/spent.ts";
import { ModelId, type RunId } from "../schema/ids.ts";
import { type CostReport, MANIFEST_VERSION, type ScanCost } from "../schema/run/manifest.ts";
import type { ScanPlan } from "../schema/scan/scan-plan.ts";

type ModelCalls = StageCalls & Partial<Pick<CallTotals, "warnings">>;
type ScanCalls = StageCalls & { readonly byModel: ReadonlyMap<string, ModelCalls> };

/** Compares the plan's estimate with the actual calls, once they are made. */
export function costReport(scanId: RunId, plan: ScanPlan, totals: ScanCalls | null): CostReport {
  const { estimated_tokens: tokens, planned_llm_calls: calls, adjudication: second } = plan;
  const first = plan.estimated_cost_usd?.expected ?? null;
  const estimate = {
    // Actual calls and costs include both judges.
    estimated_calls:
      second === undefined
        ? calls
        : {
            min: calls.min + second.calls.min,
            expected: calls.expected + second.calls.expected,
            max: calls.max + second.calls.max,
          },
    estimated_tokens: {
      uncached: (tokens.uncached ?? tokens.input) + (tokens.cache_write ?? 0),
      cached: tokens.cache_read ?? 0,
      output: tokens.output,
    },
    estimated_cost_usd: second === undefined || first === null ? first : addKnown(first, second.cost_usd),
  };
  return {
    schema_version: MANIFEST_VERSION,
    scan_id: scanId,
    judge: plan.judge?.model_id ?? null,
    ...estimate,
    actual: totals && actualCost(totals, estimate, plan),
  };
}

function addKnown(first: number, second: ScanPlan["estimated_cost_usd"]): number | null {
  return second === null ? null : first + second.expected;
}

function actualCost(
  totals: ScanCalls,
  estimate: {
    readonly estimated_calls: { readonly expected: number };
    readonly estimated_tokens: Readonly<Record<"uncached" | "cached" | "output", number>>;
    readonly estimated_cost_usd: number | null;
  },
  { judge, adjudicator }: Pick<ScanPlan, "judge" | "adjudicator">,
): ScanCost {
  const judges = [judge, adjudicator].filter((each) => each != null);
  const free = new Set<string>(judges.filter(({ simulated }) => simulated).map(({ model_id }) => model_id));
  const byModel = [...totals.byModel].map(([model, ofModel]) => {
    const { warnings = [] } = ofModel;
    const said = warnings.length === 0 ? {} : { warnings: [...warnings] };
    return [ModelId.parse(model), { ...stageTotals(ofModel, free.has(model)), ...said }] as const;
  });
  const together = stageTotals(
    totals,
    judges.every(({ simulated }) => simulated),
  );
  // If only one of two judges is simulated, only the other one's replies have a price.
  const costs = byModel.map(([, { cost_usd }]) => cost_usd);
  const isMixed = free.size > 0 && free.size < judges.length;
  const sum = costs.includes(null) ? null : costs.reduce<number>((usd, cost) => usd + (cost ?? 0), 0);
  const all = isMixed ? { ...together, cost_usd: sum } : together;
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
    by_model: Object.fromEntries(byModel),
    difference_percent: {
      calls: percentAbove(callsMade(all), estimate.estimated_calls.expected),
      uncached: percentAbove(tokens.uncached, expected.uncached),
      cached: percentAbove(tokens.cached, expected.cached),
      output: percentAbove(tokens.output, expected.output),
      cost_usd: percentAbove(all.cost_usd, estimate.estimated_cost_usd),
    },
  };
}

/** One decimal matches the precision of an estimate. */
function percentAbove(actual: number | null, estimated: number | null): number | null {
  if (actual === null || estimated === null || estimated === 0) return null;
  return Math.round(((actual - estimated) / estimated) * 1000) / 10;
}
