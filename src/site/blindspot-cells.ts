import type { CheckId, ModelId } from "../schema/ids.ts";
import type { BlindspotCell } from "../schema/site-board.ts";
import { conversationKey } from "../schema/site-data.ts";
import type { BlindspotRate } from "../schema/summary.ts";
import { worstFirst } from "./describe-finding.ts";
import type { ScanFacts } from "./scan-facts.ts";

const LEFT_OUT: BlindspotCell = {
  k: 0,
  n: 0,
  rate: null,
  interval: null,
  small: true,
  unclear: 0,
  not_applicable: 0,
  mistagged: false,
  left_out: true,
  worst: null,
};

/** Looks up how often a model failed a check; `null` where it had no occasion. */
export function createCellLookup(
  facts: ScanFacts,
): (modelId: ModelId, checkId: CheckId) => BlindspotCell | null {
  const rates = new Map(facts.rates.rates.map((rate) => [`${rate.model_id}#${rate.mode_id}`, rate]));
  // Of a board of several scans the plan is that of one, but the rates are those of all.
  const lookedFor = new Set([...facts.plan.checks, ...facts.rates.rates.map(({ mode_id }) => mode_id)]);
  const worst = new Map<string, string>();
  for (const { modelId, checkId, transcriptId } of worstFirst(facts.failures)) {
    const key = `${modelId}#${checkId}`;
    if (!worst.has(key)) worst.set(key, conversationKey(transcriptId));
  }
  return (modelId, checkId) => {
    const key = `${modelId}#${checkId}`;
    const rate = rates.get(key);
    if (rate !== undefined) return cellOf(rate, worst.get(key) ?? null);
    return lookedFor.has(checkId) ? null : LEFT_OUT;
  };
}

function cellOf(rate: BlindspotRate, worst: string | null): BlindspotCell {
  return {
    ...rate.failures,
    small: rate.small_cell,
    unclear: rate.unclear,
    not_applicable: rate.not_applicable,
    mistagged: rate.mistagged,
    left_out: false,
    worst,
  };
}
