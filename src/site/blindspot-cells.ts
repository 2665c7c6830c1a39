import type { CheckId, ModelId } from "../schema/ids.ts";
import type { BlindspotCell } from "../schema/site-board.ts";
import { conversationKey } from "../schema/site-data.ts";
import type { BlindspotRate } from "../schema/summary.ts";
import { worstFirst } from "./describe-finding.ts";
import type { ScanFacts } from "./scan-facts.ts";

/** Looks up how often a model failed a check; `null` where it had no occasion. */
export function createCellLookup(
  facts: ScanFacts,
): (modelId: ModelId, checkId: CheckId) => BlindspotCell | null {
  const rates = new Map(facts.rates.rates.map((rate) => [`${rate.model_id}#${rate.mode_id}`, rate]));
  const worst = new Map<string, string>();
  for (const { modelId, checkId, transcriptId } of worstFirst(facts.failures)) {
    const key = `${modelId}#${checkId}`;
    if (!worst.has(key)) worst.set(key, conversationKey(transcriptId));
  }
  return (modelId, checkId) => {
    const key = `${modelId}#${checkId}`;
    const rate = rates.get(key);
    return rate === undefined ? null : cellOf(rate, worst.get(key) ?? null);
  };
}

function cellOf(rate: BlindspotRate, worst: string | null): BlindspotCell {
  return {
    ...rate.failures,
    small: rate.small_cell,
    unclear: rate.unclear,
    not_applicable: rate.not_applicable,
    mistagged: rate.mistagged,
    worst,
  };
}
